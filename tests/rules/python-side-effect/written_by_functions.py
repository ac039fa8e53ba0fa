"""Functions that write into what they are given: those of `operator`, and NumPy's with a place for their result."""

import operator

import numpy as np
import tensorflow as tf

names = []
queue = [0] * 20
settings = {"runs": 0}
totals = np.zeros(2, np.float32)
ones = np.ones(2, np.float32)


# tf: differs
def extends(x):  # expect: HYB102, HYB104
    operator.iadd(names, ["x"])
    return x * 2.0


# tf: differs
def sets(x):  # expect: HYB102, HYB104
    operator.setitem(settings, "runs", settings["runs"] + 1)
    return x * 2.0


# tf: differs
def deletes(x):  # expect: HYB102, HYB104
    operator.delitem(queue, 0)
    return x * 2.0


# tf: differs
def adds(x):  # expect: HYB102, HYB104
    np.add(totals, ones, totals)
    return x * 2.0


# tf: differs
def sums(x):  # expect: HYB102, HYB104
    totals.cumsum(0, None, totals)
    return x * 2.0


# tf: same
def own(x):  # expect: convert
    factors = [1.0]
    operator.iadd(factors, [2.0])
    mine = np.zeros(2, np.float32)
    np.add(ones, ones, mine)
    return operator.iadd(x, mine) * factors[1]


for step in range(3):
    extends(tf.constant([1.0, 2.0]))
    sets(tf.constant([1.0, 2.0]))
    deletes(tf.constant([1.0, 2.0]))
    adds(tf.constant([1.0, 2.0]))
    sums(tf.constant([1.0, 2.0]))
    own(tf.constant([1.0, 2.0]))
