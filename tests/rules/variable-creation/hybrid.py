"""The first trace may create variables, a later one may not."""

import tensorflow as tf


class Lazy(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = None

    # tf: same
    @tf.function
    def lazily(self, x):  # expect: keep
        if self.w is None:
            self.w = tf.Variable([2.0, 3.0])
        return x * self.w


class Built(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 2), initializer="ones")

    # tf: same
    def call(self, x):  # expect: convert
        return x @ self.kernel


lazy = Lazy()
built = Built()
built(tf.ones([1, 2]))
for step in range(2):
    lazy.lazily(tf.constant([1.0, 2.0]) * float(step))
    built(tf.ones([1, 2]))
