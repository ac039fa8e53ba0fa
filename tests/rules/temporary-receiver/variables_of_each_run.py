"""Variables that a function makes whenever it runs, handed from one function to the next, with gradients around both."""

import tensorflow as tf


# tf: same
def kernel(x, length):  # expect: HYB122
    return tf.exp(-tf.square(x) / tf.square(length))


# tf: same
def loss(x, length):  # expect: convert
    return tf.reduce_sum(kernel(x, length))


def fitted(x):
    length = tf.Variable(1.0)
    for _ in range(2):
        with tf.GradientTape() as tape:
            value = loss(x, length)
        length.assign_sub(0.05 * tape.gradient(value, length))
    return length.read_value()


results = [fitted(tf.constant([1.0, 2.0])), fitted(tf.constant([1.0, 3.0]))]
