"""Where explanations end: callers and code that cannot be seen, hints, conventions, defaults."""

import tensorflow as tf
from elsewhere import Unseen, helper


class Layer(tf.keras.layers.Layer):
    def __init__(self, inner: Unseen):
        super().__init__()
        self.inner = inner
        self.dense = tf.keras.layers.Dense(4)

    def call(self, inputs, training=False):  # why
        x = self.dense(inputs)  # why: inputs, x
        return self.inner(x)  # why: self.inner


def hinted(x: tf.Tensor, names, scale=1.0):  # why: x, names, scale
    y = helper(x)  # why: y
    for name in names:
        y = y + scale  # why: scale
    return y


def uncalled(x):  # why
    print(x)
    return tf.reduce_sum(x)  # why: x
