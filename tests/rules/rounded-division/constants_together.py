"""Arithmetic with constants that a graph puts together first."""

import tensorflow as tf


# tf: differs
def rounded_by_adding(x):  # expect: HYB115
    return (x + 12582912.0) - 12582912.0


# tf: differs
def scaled_back(x):  # expect: convert unsafe
    return x * 0.1 * 10.0 == x


# tf: same
def whole(x):  # expect: convert unsafe
    return tf.cast(x * 0.1 * 10.0, tf.int32)


# tf: same
def scaled_twice(x):  # expect: convert
    return x * 0.1 * 10.0


# tf: same
def shifted_twice(x):  # expect: convert
    return (x + 1.0) + 2.0


# tf: same
def halved_and_compared(x):  # expect: convert
    return x * 0.5 * 0.25 == x


# tf: same
def compared(x):  # expect: convert
    return x * 3.0 == x


x = tf.constant([0.3, 1.5, 2.7, 3.3])
RESULTS = [
    f(x)
    for f in (
        rounded_by_adding,
        scaled_back,
        whole,
        scaled_twice,
        shifted_twice,
        halved_and_compared,
        compared,
    )
]
