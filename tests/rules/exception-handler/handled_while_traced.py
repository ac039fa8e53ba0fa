"""Handlers in a `tf.function`: who handles a `ValueError` there means that of the trace, as that of a wrong shape."""

import tensorflow as tf


@tf.function
def product(a, b):  # expect: keep
    try:
        return tf.matmul(a, b)
    except ValueError:
        return a


@tf.function
def picked(a, row):  # expect: HYB113
    try:
        return tf.gather(a, row)
    except tf.errors.InvalidArgumentError:
        return a[0]


square = tf.ones((2, 2))
RESULTS = [product(square, square), picked(square, tf.constant(1))]
