"""Quotients that a function returns and its caller rounds."""

import tensorflow as tf


# tf: differs
def scaled(x):  # expect: HYB115
    return x / 0.1


# tf: differs
def bins(x):  # expect: HYB115
    return tf.cast(scaled(x), tf.int32)


# tf: differs
def scaled_with_sum(x):  # expect: HYB115
    return x / 0.1, tf.reduce_sum(x)


# tf: same
def floored(y):  # expect: convert
    return tf.floor(y)


# tf: same
def normalised(x):  # expect: convert
    return x / 0.3


# tf: same
def smooth(x):  # expect: convert
    return tf.exp(normalised(x))


def counted(values):
    parts, total = scaled_with_sum(values)
    return tf.cast(parts, tf.int32), total


x = tf.constant([k * 0.1 for k in range(60)])
results = [bins(x), counted(x), smooth(x), floored(x * 2.0), tf.cast(scaled(x), tf.int32)]
