"""Attributes of functions that are set between two calls."""

import tensorflow as tf


# tf: differs
def scaled(x):  # expect: HYB104
    return x * scaled.factor


def helper(x):
    return x


# tf: differs
def by_helper(x):  # expect: HYB104
    return x * helper.factor


# tf: same
def settled(x):  # expect: convert unsafe
    return x * settled.factor


scaled.factor = helper.factor = 1.0
settled.factor = 2.0
a = tf.constant([1.0, 2.0])
RESULTS = [scaled(a), by_helper(a), settled(a)]
scaled.factor = helper.factor = 3.0
RESULTS += [scaled(a), by_helper(a), settled(a)]
