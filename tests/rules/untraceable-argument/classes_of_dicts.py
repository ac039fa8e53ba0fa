"""Dicts of different classes with the same entries are one trace key, and a graph is told the first class."""

import collections

import tensorflow as tf


class Options(dict):
    scale = 3


# tf: differs
def by_name(x, p):  # expect: HYB120
    return x * len(type(p).__name__)


# tf: differs
def by_class(x, p):  # expect: HYB120
    return x * 2.0 if isinstance(p, collections.OrderedDict) else x


# tf: same
def by_entries(x, p):  # expect: convert
    return x * p["a"] + len(p)


# tf: same
def of_one_class(x, p):  # expect: convert
    return x * len(type(p).__name__)


# tf: differs
def inside(x, parts):  # expect: HYB120
    return x * 2.0 if isinstance(parts["p"], collections.OrderedDict) else x


x = tf.ones([3])
for _ in range(2):
    for p in (collections.OrderedDict(a=1), Options(a=1)):
        by_name(x, p)
    for p in (dict(a=1), collections.OrderedDict(a=1)):
        by_class(x, p)
        by_entries(x, p)
        inside(x, {"p": p})
    of_one_class(x, {"a": 1})
