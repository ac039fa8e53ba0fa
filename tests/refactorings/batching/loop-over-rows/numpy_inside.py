"""The row goes through NumPy."""

import numpy as np
import tensorflow as tf


def sorted_sum(row):
    order = np.argsort(row.numpy())
    return tf.reduce_sum(tf.gather(row, order) * tf.constant([1.0, 2.0, 3.0]))


def sums(x):
    return tf.stack([sorted_sum(x[i]) for i in range(len(x))])


result = sums(tf.constant([[3.0, 1.0, 2.0], [1.0, 2.0, 3.0]]))
