"""Keras makes tensors of the arrays that a layer is given, and casts floats to the dtype of the layer."""

import numpy as np
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.scale = self.add_weight(shape=(), initializer="ones")

    # tf: same
    def call(self, inputs):  # expect: convert
        return inputs * self.scale


class Double(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__(dtype="float64")
        self.scale = self.add_weight(shape=(), initializer="ones")

    # tf: same
    def call(self, inputs):  # expect: convert
        return tf.cast(inputs, tf.float32) * tf.cast(self.scale, tf.float32)


SCALE = Scale()
SCALE(np.ones(2))
DOUBLE = Double()
DOUBLE(np.ones(2))


# tf: same
def scaled(rows):  # expect: convert
    return SCALE(rows) * 2.0


# tf: same
def scaled_in_pairs(rows):  # expect: convert
    first, second = SCALE(rows), SCALE(tf.cast(rows, tf.float64))
    return first + second


# tf: raises TypeError "TypeError: Input 'y' of 'AddV2' Op has type float64 that doe"
def unlike(rows):  # expect: HYB114
    return DOUBLE(rows) + rows


ROWS = np.array([1.0, 2.0])
for _ in range(2):
    scaled(ROWS)
    scaled_in_pairs(ROWS)
    unlike(ROWS)
