"""Arrays of a known dtype that meet tensors whose dtype is not seen: eager execution converts the array, a graph does not."""

import numpy as np
import tensorflow as tf

variable = tf.Variable([1.0, 2.0])
error = tf.keras.losses.MeanSquaredError()


# tf: raises TypeError "float64"
def weighted(x, w):  # expect: convert unsafe
    return error(x, x * 0.5) * w


# tf: same
def weighted_by_number(x, w):  # expect: convert
    return error(x, x * 0.5) * tf.cast(w, tf.float32)


for w in np.array([0.1, 0.2]):
    results = [weighted(tf.ones([2, 2]), w), weighted_by_number(tf.ones([2, 2]), w)]
