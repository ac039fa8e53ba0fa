"""More calls than the analysis keeps apart, with few values between them: as many traces, each used for many batches."""

import tensorflow as tf


# tf: same
def density(flavour, x):  # expect: convert
    return tf.pow(x, float(flavour)) * tf.exp(-x)


def up(x):
    return density(1, x) + density(3, x)


def down(x):
    return density(2, x) + density(4, x)


def strange(x):
    return density(3, x) - density(5, x)


for batch in range(20):
    values = tf.random.stateless_uniform([8], [batch, 1])
    up(values), down(values), strange(values)


def numbered(number, x):  # expect: HYB117
    return tf.pow(x, float(number)) + tf.square(x)


def first(x):
    return numbered(1, x) + numbered(2, x) + numbered(3, x) + numbered(4, x) + numbered(5, x)


def second(x):
    return numbered(6, x) + numbered(7, x) + numbered(8, x) + numbered(9, x) + numbered(10, x)


first(tf.ones([8])), second(tf.ones([8]))
