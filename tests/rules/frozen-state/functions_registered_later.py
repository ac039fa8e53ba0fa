"""Functions that are registered for a type between two calls of what chooses among them."""

import functools

import tensorflow as tf


@functools.singledispatch
def early(x):
    return tf.exp(x)


@early.register(tf.Tensor)
def early_for_tensors(x):
    return tf.exp(x) * 2.0


@functools.singledispatch
def late(x):
    return tf.exp(x)


# tf: same
def of_early(x):  # expect: convert
    return early(x) + 1.0


# tf: differs
def of_late(x):  # expect: HYB104
    return late(x) + 1.0


x = tf.ones([2])
RESULTS = [of_early(x), of_late(x)]


@late.register(tf.Tensor)
def late_for_tensors(x):
    return tf.exp(x) * 3.0


RESULTS += [of_early(x), of_late(x)]
