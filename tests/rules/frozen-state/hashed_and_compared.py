"""Objects that change between calls, and that containers hash, compare and copy."""

import copy
import functools
import types

import tensorflow as tf


class Level:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return int(self.value)

    def __lt__(self, other):
        return self.value < other.value

    def __deepcopy__(self, memo):
        return types.SimpleNamespace(twice=2.0 * self.value)

    def get(self):
        return self.value


@functools.total_ordering
class Ordered:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __lt__(self, other):
        return self.value < other.value


LEVEL, OTHER = Level(2.0), Level(5.0)
FIRST, SECOND = Level(2.0), Level(5.0)
LOW, HIGH = Ordered(2.0), Ordered(5.0)
TABLE = {OTHER: 7.0}


# tf: differs
def lists(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if [LEVEL] == [OTHER] else 1.0)


# tf: same
def lists_of_what_stays(x):  # expect: convert
    return tf.exp(x) * (2.0 if [FIRST] == [SECOND] else 1.0)


# tf: differs
def pairs(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if (LEVEL, 1) < (OTHER, 1) else 1.0)


# tf: differs
def dicts(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if {"a": LEVEL} == {"a": OTHER} else 1.0)


# tf: differs
def place(x):  # expect: HYB104
    return tf.exp(x) * [OTHER, LEVEL].index(LEVEL)


# tf: differs
def number(x):  # expect: HYB104
    return tf.exp(x) * [OTHER, LEVEL].count(LEVEL)


# tf: differs
def in_a_set(x):  # expect: HYB104
    return tf.exp(x) * len({LEVEL, OTHER})


# tf: same
def in_a_set_that_stays(x):  # expect: convert
    return tf.exp(x) * len({FIRST, SECOND})


# tf: differs
def in_a_dict(x):  # expect: HYB104
    return tf.exp(x) * len({LEVEL: 1, OTHER: 2})


# tf: differs
def looked_up(x):  # expect: HYB104
    return tf.exp(x) * TABLE.get(LEVEL, 1.0)


# tf: differs
def not_equal(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if LEVEL != OTHER else 1.0)


# tf: differs
def larger(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if OTHER > LEVEL else 1.0)


# tf: differs
def at_least(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if LOW >= HIGH else 1.0)


# tf: differs
def copied(x):  # expect: HYB104
    return tf.exp(x) * copy.deepcopy(LEVEL).twice


# tf: differs
def asked_again(x):  # expect: HYB104
    return tf.exp(x) * next(iter(LEVEL.get, None))


class Switch:
    def __init__(self):
        self.on, self.rank = False, 2.0

    def __bool__(self):
        return self.on

    def __gt__(self, other):
        return self.rank > other.rank


SWITCH, FIXED = Switch(), Switch()
FIXED.rank = 3.0


# tf: differs
def tested(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if any([SWITCH]) else 1.0)


# tf: differs
def tested_together(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if all([SWITCH]) else 1.0)


# tf: same
def tested_as_it_stays(x):  # expect: convert
    return tf.exp(x) * (2.0 if any([FIXED]) else 1.0)


# tf: differs
def filtered(x):  # expect: HYB104
    return tf.exp(x) * len(list(filter(None, [SWITCH])))


# tf: differs
def largest(x):  # expect: HYB104
    return tf.exp(x) * (2.0 if max(SWITCH, FIXED) is FIXED else 1.0)


RESULTS = []


def main():
    x = tf.ones([2])
    for turn in range(3):
        RESULTS.extend([lists(x), lists_of_what_stays(x), pairs(x), dicts(x), place(x), number(x), in_a_set(x)])
        RESULTS.extend([in_a_set_that_stays(x), in_a_dict(x), looked_up(x), not_equal(x), larger(x), at_least(x)])
        RESULTS.extend([copied(x), asked_again(x)])
        RESULTS.extend([tested(x), tested_together(x), tested_as_it_stays(x), filtered(x), largest(x)])
        LEVEL.value = LOW.value = 5.0 + turn
        SWITCH.on, SWITCH.rank = True, 9.0


main()
del TABLE
