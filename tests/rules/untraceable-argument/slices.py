"""Slices as arguments: they have no hash before Python 3.12."""

import tensorflow as tf


# tf: raises TypeError "generic TraceType"
def part(x, rows):  # expect: HYB120
    return x[rows] * 2.0


# tf: same
def between(x, start, stop):  # expect: convert
    return x[slice(start, stop)] * 2.0


x = tf.constant([1.0, 2.0, 3.0])
results = [part(x, slice(0, 1)), part(x, slice(1, 3)), between(x, 0, 1), between(x, 0, 1)]
