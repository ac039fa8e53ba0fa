"""Branches on what kind of dtype a tensor has: a graph knows that when it is traced."""

import random

import tensorflow as tf


# tf: same
def as_floating(x):  # expect: convert
    x = tf.convert_to_tensor(x)
    if not x.dtype.is_floating:
        x = tf.cast(x, tf.float32)
    return x * 0.5


# tf: same
def widest(x):  # expect: convert
    if x.dtype.base_dtype.is_integer or x.dtype.name == "float16":
        return tf.cast(x, tf.float32)
    return x


values = random.choice([[1, 2], [3, 4]])
for value in (tf.constant(values), tf.constant([float(v) for v in values])):
    as_floating(value)
    widest(value)
