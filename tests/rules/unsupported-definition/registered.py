"""Implementations of a `singledispatch` function: registered by their annotations, or by a class that is given."""

import functools

import tensorflow as tf


# tf: same
def plain(x):  # expect: convert
    return tf.convert_to_tensor(x) * 1.0


describe = functools.singledispatch(plain)


# tf: raises TypeError "Invalid first argument to `register"
@describe.register
def of_list(x: list):  # expect: HYB119
    return tf.stack(x) * 2.0


point = tf.ones([2])
results = [describe([point, point]), describe(point)]
