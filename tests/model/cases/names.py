"""Names of modules and of enclosing functions, results of functions, loops and unpacking."""

import tensorflow as tf

SCALE = 2.0
SHIFT = tf.constant([1.0, 2.0])
limit = 3


def raise_limit():
    global limit
    limit += 1


def halves(x):  # why: x
    return x / 2.0, x * SCALE  # why: SCALE, x / 2.0


def make(factor):
    def scaled(x):  # why
        return x * factor + SHIFT  # why: factor, SHIFT

    return scaled


def total(rows):  # why
    result = tf.zeros([2])
    for row in rows:  # why: row
        low, high = halves(row)  # why: low
        result = result + low * high  # why: result
    return result * float(limit)  # why: limit


twice = make(2.0)
apply = lambda y: twice(y)  # why: y
raise_limit()
apply(SHIFT)
total([SHIFT, SHIFT * 2.0])
