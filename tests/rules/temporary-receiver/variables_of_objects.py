"""Variables of objects that a function makes whenever it runs: they may be kept for as long as the program runs."""

import tensorflow as tf


class Kernel:
    def __init__(self):
        self.length = tf.Variable(1.0)


# tf: same
def kernel(x, length):  # expect: convert unsafe
    return tf.exp(-tf.square(x) / tf.square(length))


# tf: same
def loss(x, length):  # expect: convert
    return tf.reduce_sum(kernel(x, length))


def fitted(x):
    part = Kernel()
    for _ in range(2):
        with tf.GradientTape() as tape:
            value = loss(x, part.length)
        part.length.assign_sub(0.05 * tape.gradient(value, part.length))
    return part


results = [fitted(tf.constant([1.0, 2.0])), fitted(tf.constant([1.0, 3.0]))]
