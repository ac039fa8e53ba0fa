"""`functools.reduce` goes through what it is given: no tensor in a graph."""

import functools

import tensorflow as tf


# tf: raises TypeError "reduce() arg 2 must support iteration"
def total(x):  # expect: HYB105
    return functools.reduce(lambda a, b: a + b, x)


# tf: raises TypeError "reduce() arg 2 must support iteration"
def product(x):  # expect: HYB105
    return functools.reduce(tf.multiply, x, 1.0)


# tf: same
def total_of_parts(x):  # expect: convert
    return functools.reduce(lambda a, b: a + b, tf.unstack(x))


# tf: same
def total_of_list(x):  # expect: convert unsafe
    return functools.reduce(tf.add, [x, x * 2.0], 1.0)


x = tf.constant([1.0, 2.0, 3.0])
for reduced in (total, product, total_of_parts, total_of_list):
    reduced(x)
