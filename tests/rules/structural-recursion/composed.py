"""Functions that call what they were given, which may be another function of the same body: nothing recurs."""

import functools

import tensorflow as tf


def compose(first, second):
    def composed(x):  # expect: convert unsafe
        return first(second(x))

    return composed


# tf: same
def double(x):  # expect: convert
    return x * 2.0


chain = functools.reduce(compose, [double, tf.square, double])
RESULTS = [chain(tf.constant(2.0))]
