"""Handlers in other forms: `suppress`, in a callee, around Python only, and `finally`."""

import contextlib

import tensorflow as tf

DEFAULTS = {"scale": 2.0}


# tf: raises InvalidArgumentError "indices = 7 is not in [0, 2)"
def picked(table, row):  # expect: HYB113 "suppressed"
    result = table[0]
    with contextlib.suppress(tf.errors.InvalidArgumentError):
        result = tf.gather(table, row)
    return result


# tf: raises InvalidArgumentError "indices = 7 is not in [0, 2)"
def doubled(table, row):  # expect: HYB113
    return picked(table, row) * 2.0


# tf: same
def scaled(table):  # expect: convert
    factor = 1.0
    try:
        factor = DEFAULTS["scale"]
    except KeyError:
        factor = 3.0
    return table * factor


# tf: same
def finished(table):  # expect: convert
    try:
        total = tf.reduce_sum(table)
    finally:
        unit = 10.0
    return total / unit


values = tf.constant([[1.0, 2.0], [3.0, 4.0]])
first = picked(values, tf.constant(7))
second = doubled(values, tf.constant(7))
third = scaled(values)
fourth = finished(values)
