"""Configuration of the process: set before the program begins, or while it runs."""

import tensorflow as tf

precision = 1.0
scale = 1.0


def set_precision(value):
    global precision
    precision = value


def set_scale(value):
    global scale
    scale = value


# tf: same
def in_precision(x):  # expect: convert unsafe
    return x * precision


# tf: differs
def in_scale(x):  # expect: HYB104
    return x * scale


value = tf.constant([1.0, 2.0])
in_precision(value)
in_scale(value)
set_scale(2.0)
in_scale(value)
