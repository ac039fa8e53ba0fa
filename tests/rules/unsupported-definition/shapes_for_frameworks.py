"""Methods that Keras asks for shapes: it gives and takes tuples and shapes there, no tensors."""

import tensorflow as tf


class Padded(tf.keras.layers.Conv2D):
    def build(self, input_shape):
        self.padded = input_shape
        super().build(input_shape)

    # tf: differs
    def compute_output_shape(self, input_shape):  # expect: HYB116, HYB119
        return super().compute_output_shape(self.padded)


class Doubled(tf.keras.layers.Layer):
    # tf: same
    def call(self, x):  # expect: convert
        return tf.concat([x, x], -1)

    # tf: differs
    def compute_output_shape(self, input_shape):  # expect: HYB112, HYB116, HYB118, HYB119
        return (*input_shape[:-1], input_shape[-1] * 2)


layer, doubled = Padded(2, 3), Doubled()
RESULTS = [layer(tf.ones((1, 5, 5, 1))), layer.compute_output_shape((1, 5, 5, 1))]
RESULTS += [doubled(tf.ones((2, 3))), doubled.compute_output_shape((2, 3))]
