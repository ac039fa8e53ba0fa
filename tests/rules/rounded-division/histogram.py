"""Bins of a histogram."""

import tensorflow as tf


# tf: differs
def bin_index(values):  # expect: HYB115 "a quotient by a constant is rounded or compared, and a graph multiplies"
    return tf.cast(tf.floor(values / 0.1), tf.int32)


# tf: differs
def bin_start(values):  # expect: HYB115
    return values / 0.1 // 1.0


# tf: same
def bin_index_exact(values):  # expect: convert
    return tf.cast(tf.floor(values / 0.125), tf.int32)


# tf: same
def bin_index_of_width(values, width):  # expect: convert
    return tf.cast(tf.floor(values / width), tf.int32)


# tf: same
def tick(values):  # expect: convert
    return values // 10


readings = tf.constant([number / 10 for number in range(400)])
indices = bin_index(readings)
starts = bin_start(readings)
exact = bin_index_exact(readings)
given = bin_index_of_width(readings, tf.constant(0.1))
ticks = tick(tf.range(40))
