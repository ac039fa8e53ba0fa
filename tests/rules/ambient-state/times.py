"""`tf.timestamp` is an operation: a graph reads the clock at every call, and `time.time` once."""

import time

import tensorflow as tf


# tf: same
def later(x, start):  # expect: convert unsafe
    return tf.where(tf.timestamp() >= start, x, -x)


# tf: same
def passed(x, start):  # expect: convert unsafe
    y = tf.reduce_sum(tf.square(tf.tanh(x)))
    return y * tf.cast(tf.timestamp() - start > -1.0, tf.float32)


# tf: differs
def later_than_python(x, start):  # expect: HYB103
    return x + tf.cast(time.perf_counter() - start, tf.float32)


for number in range(3):
    later(tf.ones([3]), tf.timestamp())
    passed(tf.ones([3]), tf.timestamp())
    later_than_python(tf.ones([3]), tf.constant(0.0, tf.float64))
