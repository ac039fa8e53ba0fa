"""`hasattr` of tensors: what every tensor has, inside a graph and outside, and what only some have."""

import numpy as np
import tensorflow as tf


# tf: same
def doubled_if_typed(x):  # expect: convert
    return tf.multiply(x, tf.cast(2, x.dtype)) if hasattr(x, "dtype") and hasattr(x, "shape") else x


# tf: same
def all_typed(parts):  # expect: convert
    for part in parts:
        if not hasattr(part, "dtype"):
            return parts
    return [tf.cast(part, tf.float32) + 1.0 for part in parts]


# tf: differs
def plain(x):  # expect: HYB106
    return x * 2.0 if hasattr(x, "numpy") else x


for _ in range(3):
    doubled_if_typed(tf.constant([1.0, 2.0]))
    doubled_if_typed(tf.constant([1, 2]))
    all_typed([tf.constant([1.0, 2.0]), tf.constant([1, 2])])
    all_typed([tf.constant([1.0, 2.0]), tf.sparse.to_dense(tf.sparse.from_dense(np.eye(2, dtype=np.float32)))])
    plain(tf.constant([1.0, 2.0]))
