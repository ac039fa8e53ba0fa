"""Time slots: the division and the rounding are in different functions."""

import tensorflow as tf


def in_units(seconds):
    return seconds / 0.3


# tf: differs
def slot(seconds):  # expect: HYB115
    return tf.math.ceil(in_units(seconds))


# tf: same
def slot_of_eighths(seconds):  # expect: convert
    return tf.math.ceil(seconds / 0.125)


# tf: same
def nearest(seconds, units):  # expect: convert
    return tf.round(seconds * units)


times = tf.cast(tf.range(600), tf.float32) * 0.1
slots = slot(times)
eighths = slot_of_eighths(times)
rounded = nearest(times, tf.constant(3.0))
