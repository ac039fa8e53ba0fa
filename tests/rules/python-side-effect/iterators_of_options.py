"""Iterators over a dataset that an option leaves out: what is iterated over is one, as nothing iterates over None."""

import json

import tensorflow as tf

SHARE = json.loads("0.5")


def load():
    return json.loads("{}").get("dataset", tf.data.Dataset.range(9).repeat())


TOTAL = tf.Variable(0, dtype=tf.int64)
validation = None
if SHARE < 1.0:
    validation = load()


# tf: same
def total(iterator, steps):  # expect: convert unsafe
    for _ in tf.range(steps):
        TOTAL.assign_add(tf.cast(next(iterator), tf.int64))
    return TOTAL * 2


# tf: differs
def first_of_list(iterator):  # expect: HYB102, HYB116, HYB120
    return tf.constant(next(iterator)) * 2


numbers = iter(None if SHARE > 1.0 else list(range(300)))
for _ in range(3):
    total(iter(validation), tf.constant(3))
    first_of_list(numbers)
