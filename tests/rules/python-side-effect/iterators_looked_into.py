"""`in` takes elements from an iterator, and `itertools.tee` gives iterators of its own."""

import itertools

import tensorflow as tf

NUMBERS = iter([1, 2, 3])
FIRST, SECOND = itertools.tee([1.0, 2.0])
KEPT = [1, 2, 3]


# tf: differs
def by_membership(x):  # expect: HYB102
    return x * (2.0 if 2 in NUMBERS else 1.0)


# tf: differs
def by_tee(x):  # expect: HYB102
    return x * sum(FIRST)


# tf: same
def by_list(x):  # expect: convert
    return x * (2.0 if 2 in KEPT else 1.0)


# tf: same
def by_own(x):  # expect: convert
    first, second = itertools.tee([1.0, 2.0])
    return x * (sum(first) + sum(second))


ones = tf.ones([2])
for _ in range(2):
    by_membership(ones)
    by_tee(ones)
    by_list(ones)
    by_own(ones)
