"""State that a program changes between calls without an assignment to it."""

import numpy as np
import tensorflow as tf

ARRAY = np.ones(2, np.float32)
TABLE = np.ones(2, np.float32)
READ = np.ones(2, np.float32)


class Options:
    gain = 1.0

    def __init__(self):
        self.gain = 2.0


class Halved:
    gain = 0.5


class Slow:
    def rate(self):
        return 1.0

    # tf: differs
    def by_own_method(self, x):  # expect: HYB104
        return x * self.rate()


class Fast(Slow):
    def rate(self):
        return 2.0


class Small(Options):
    def __init__(self):
        self.other = 1.0


revealed = Options()
turned = Small()
switched = Slow()


# tf: differs
def revealed_default(x):  # expect: HYB104
    return x * revealed.gain


# tf: differs
def of_another_class(x):  # expect: HYB104
    return x * turned.gain


# tf: differs
def through_an_iterator(x):  # expect: HYB104
    return x + ARRAY


# tf: differs
def by_a_special_method(x):  # expect: HYB104
    return x + TABLE


# tf: same
def only_looked_through(x):  # expect: convert
    return x + READ


for step in range(2):
    ones = tf.constant([1.0, 1.0])
    revealed_default(ones)
    of_another_class(ones)
    through_an_iterator(ones)
    by_a_special_method(ones)
    only_looked_through(ones)
    switched.by_own_method(ones)
    if step == 0:
        delattr(revealed, "gain")
    turned.__class__ = Halved
    switched.__class__ = Fast
    for part in np.nditer(ARRAY, op_flags=["readwrite"]):
        part[...] = part * 2.0
    TABLE.__iadd__(1.0)
    total = sum(float(part) for part in np.nditer(READ))
