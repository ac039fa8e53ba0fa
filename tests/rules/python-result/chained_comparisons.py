"""Chains of comparisons whose last part is one of Python: eagerly the result is a Python bool."""

import tensorflow as tf


# tf: differs
def ends_in_python(x, n):  # expect: HYB112
    return tf.reduce_sum(x) > 0.0 < n


# tf: same
def of_tensors(x, n):  # expect: convert
    return 0.0 < tf.reduce_sum(x) < n


results = [ends_in_python(tf.constant([1.0]), n) is True for n in (3.0, 4.0)]
results += [of_tensors(tf.constant([1.0]), n) for n in (3.0, 4.0)]
