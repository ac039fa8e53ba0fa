"""Keywords that come from dicts of several orders."""

import tensorflow as tf


# tf: differs
def stacked(**parts):  # expect: HYB120
    return tf.stack(list(parts.values()))


# tf: same
def summed(**parts):  # expect: convert
    return parts["a"] - parts["b"]


one, two = tf.constant(1.0), tf.constant(2.0)
results = []
for entries in ({"b": two, "a": one}, {"a": one, "b": two}):
    results.append(stacked(**entries))
    results.append(summed(**entries))


# tf: differs
def stacked_in_order_first(**parts):  # expect: HYB120
    return tf.stack(list(parts.values()))


# tf: same
def stacked_always_in_order(**parts):  # expect: convert
    return tf.stack(list(parts.values()))


for entries in ({"a": one, "b": two}, {"b": two, "a": one}):
    results.append(stacked_in_order_first(**entries))
for entries in ({"a": one, "b": two}, {"a": two, "b": one}):
    results.append(stacked_always_in_order(**entries))
