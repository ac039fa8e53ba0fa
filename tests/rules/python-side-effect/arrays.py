"""An array changes for everybody who holds it or a view of it; one that the call makes is nobody else's."""

import numpy as np
import tensorflow as tf

totals = np.zeros(4, np.float32)
counts = np.zeros(4, np.float32)
table = np.zeros((2, 2), np.float32)
order = np.arange(20.0)
sums = np.zeros(2, np.float32)


# tf: differs
def adds_to_a_view(x):  # expect: HYB102, HYB104
    part = totals[1:]
    part[0] += 1.0
    return x * 2.0


# tf: differs
def adds_to_an_alias(x):  # expect: HYB102, HYB104
    mine = counts
    mine += 1.0
    return x * 2.0


# tf: differs
def adds_to_a_transpose(x):  # expect: HYB102, HYB104
    table.T[0, 1] += 1.0
    return x * 2.0


# tf: differs
def shuffles(x):  # expect: HYB102, HYB104
    np.random.default_rng(0).shuffle(order)
    return x * 2.0


# tf: differs
def writes_to_an_output(x):  # expect: HYB102, HYB104
    np.add(sums, 1.0, out=sums)
    return x * 2.0


# tf: same
def changes_its_own(x):  # expect: convert
    weights = np.zeros(2, np.float32)
    weights[0] = 1.0
    weights += 1.0
    weights.reshape(2, 1)[1, 0] = 4.0
    weights.sort()
    return x * weights


# tf: same
def changes_a_copy(x, factors):  # expect: convert
    weights = np.array([1.0, 2.0], np.float32).copy()
    weights[0] = len(factors)
    return x * weights


for _ in range(2):
    value = tf.constant([1.0, 2.0])
    adds_to_a_view(value)
    adds_to_an_alias(value)
    adds_to_a_transpose(value)
    shuffles(value)
    writes_to_an_output(value)
    changes_its_own(value)
    changes_a_copy(value, [1, 2])
