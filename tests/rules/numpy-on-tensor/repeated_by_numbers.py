"""Sequences that a number of NumPy repeats: a graph gets a tensor, which multiplies what is in them."""

import numpy as np
import tensorflow as tf


# tf: differs
def repeated(x, n):  # expect: HYB107
    return tf.concat([x] * n, axis=0)


# tf: differs
def tuples(x, n):  # expect: HYB107
    return tf.concat(n * (x, x), axis=0)


# tf: same
def tiled(x, n):  # expect: convert
    return tf.exp(x) * tf.cast(n, tf.float32)


x = tf.constant([1.0, 2.0])
results = [repeated(x, np.int64(3)), tuples(x, np.int64(2)), tiled(x, np.int64(3))]
