"""Functions that a program pickles: a `tf.function` in their place cannot be."""

import pickle

import tensorflow as tf


def doubled(x):  # expect: HYB119
    return x * 2.0


# tf: same
def tripled(x):  # expect: convert
    return x * 3.0


x = tf.ones(2)
results = [doubled(x), tripled(x)]
kept = pickle.dumps(doubled)
