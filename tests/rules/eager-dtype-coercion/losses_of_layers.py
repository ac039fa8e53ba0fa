"""A Python number before an array, in a function that also leaves a loss in a layer, which is for nobody else."""

import numpy as np
import tensorflow as tf


class Keep(tf.keras.layers.Layer):
    def call(self, v):
        self.add_loss(tf.reduce_sum(v))
        return v * 2.0


KEEP = Keep()


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type float32 that does "
def doubled(x):  # expect: HYB114
    return KEEP(tf.cast(tf.multiply(2, x), tf.float32))


# tf: same
def tripled(x):  # expect: convert
    return KEEP(tf.multiply(x, 3.0))


x = np.array([0.5, -2.0, 3.0], np.float32)
for _ in range(2):
    doubled(x)
    tripled(x)
