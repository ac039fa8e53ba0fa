"""Dicts whose keys are not seen in order, beside others that a parameter gets: one trace key may stand for two orders."""

import tensorflow as tf


# tf: differs
def turned_round(entries):  # expect: undetermined HYB120
    total = tf.constant(1.0)
    for value in entries.values():
        total = total * 2.0 + tf.reduce_sum(value)
    return total


# tf: differs
def by_names(entries):  # expect: undetermined HYB120
    total = tf.constant(1.0)
    for value in entries.values():
        total = total * 2.0 + tf.reduce_sum(value)
    return total


# tf: same
def one_order(entries):  # expect: convert
    total = tf.constant(1.0)
    for value in entries.values():
        total = total * 2.0 + tf.reduce_sum(value)
    return total


# tf: same
def entry_by_name(entries):  # expect: convert
    return entries["a"] * 2.0


names = ["a", "b"]
first = {"a": tf.constant(1.0), "b": tf.constant(2.0)}
RESULTS = [turned_round(first), turned_round(dict(reversed(list(first.items()))))]
RESULTS += [by_names({n: first[n] for n in names}), by_names({n: first[n] for n in reversed(names)})]
RESULTS += [one_order({n: first[n] for n in names})]
RESULTS += [entry_by_name(first), entry_by_name({n: first[n] for n in reversed(names)})]
