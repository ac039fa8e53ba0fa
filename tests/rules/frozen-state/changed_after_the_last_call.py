"""Variables of a script that are set once all calls are over, and some that are not."""

import tensorflow as tf

rate = tf.constant(2.0)
offset = 1.0


# tf: same
def shifted(x):  # expect: convert unsafe
    return tf.reduce_sum(x * rate)


# tf: differs
def moved(x):  # expect: HYB104
    return x + offset


# tf: same
def widened(x):  # expect: convert unsafe
    return x * width


with tf.device("CPU:0"):
    width = 3.0
    x = tf.ones([3])
    rate = shifted(x)
    results = [rate, widened(x), moved(x)]
    offset = tf.reduce_sum(moved(x))
    results += [moved(x)]
    width = 4.0
