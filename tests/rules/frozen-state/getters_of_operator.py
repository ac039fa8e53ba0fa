"""What `operator.itemgetter`, `attrgetter` and `methodcaller` take of objects, and `itertools.starmap` calls."""

import itertools
import operator

import tensorflow as tf

TABLE = {"parts": [1.0], "other": [1.0]}
ITEMS = [1.0]
SORTED = [(2.0, "b"), (1.0, "a")]


class Options:
    def __init__(self):
        self.parts = [1.0]
        self.rate = 1.0
        self.kept = 1.0


options = Options()
parts, attributes = operator.itemgetter("parts"), operator.attrgetter("parts")


# tf: differs
def by_item(x):  # expect: HYB104
    return x * sum(TABLE["parts"])


# tf: differs
def by_attribute(x):  # expect: HYB104
    return x * sum(options.parts)


# tf: differs
def by_method(x):  # expect: HYB104
    return x * sum(ITEMS)


# tf: differs
def by_starmap(x):  # expect: HYB104
    return x * options.rate


# tf: same
def of_others(x):  # expect: convert
    return x * options.kept * sum(TABLE["other"])


# tf: same
def of_first(x):  # expect: convert
    first = sorted(SORTED, key=operator.itemgetter(0))[0]
    return x * first[0] * max(SORTED, key=operator.itemgetter(1))[0]


ones = tf.ones([2])
for step in range(2):
    by_item(ones)
    by_attribute(ones)
    by_method(ones)
    by_starmap(ones)
    of_others(ones)
    of_first(ones)
    parts(TABLE).append(2.0)
    attributes(options).append(2.0)
    operator.methodcaller("append", 2.0)(ITEMS)
    list(itertools.starmap(setattr, [(options, "rate", 2.0)]))
