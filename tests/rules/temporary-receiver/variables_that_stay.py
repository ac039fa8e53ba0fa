"""The same with a variable that a program has for good."""

import tensorflow as tf

length = tf.Variable(1.0)


# tf: same
def kernel(x, scale):  # expect: convert
    return tf.exp(-tf.square(x) / tf.square(scale))


# tf: same
def loss(x, scale):  # expect: convert
    return tf.reduce_sum(kernel(x, scale))


for _ in range(2):
    with tf.GradientTape() as tape:
        value = loss(tf.constant([1.0, 2.0]), length)
    length.assign_sub(0.05 * tape.gradient(value, length))
