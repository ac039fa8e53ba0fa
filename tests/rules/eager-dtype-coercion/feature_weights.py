"""NumPy data beside float32 tensors."""

import numpy as np
import tensorflow as tf


# tf: raises TypeError "float64 that does not match type float32"
def distance(rows, centre):  # expect: HYB114 "float32 and float64 meet"
    return tf.reduce_sum(tf.square(rows - centre), axis=-1)


# tf: raises TypeError "does not match"
def scaled(rows, counts):  # expect: HYB114 "float32 and int64 meet"
    return tf.multiply(rows, counts)


# tf: same
def distance_single(rows, centre):  # expect: convert
    return tf.reduce_sum(tf.square(rows - centre), axis=-1)


# tf: same
def distance_cast(rows, centre):  # expect: convert
    return tf.reduce_sum(tf.square(rows - tf.cast(centre, rows.dtype)), axis=-1)


# tf: same
def shifted(rows):  # expect: convert
    return rows + np.array([1.0, 2.0, 3.0])


batch = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
near = distance(batch, np.zeros(3))
times = scaled(batch, np.arange(3))
single = distance_single(batch, np.zeros(3, dtype=np.float32))
cast = distance_cast(batch, np.zeros(3))
moved = shifted(batch)
