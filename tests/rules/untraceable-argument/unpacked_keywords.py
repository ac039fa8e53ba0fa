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
