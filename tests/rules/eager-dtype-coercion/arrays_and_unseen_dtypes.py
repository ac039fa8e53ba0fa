"""Arrays of a known dtype that meet tensors whose dtype is not seen: eager execution converts the array, a graph does not."""

import numpy as np
import tensorflow as tf

variable = tf.Variable([1.0, 2.0])
error = tf.keras.losses.MeanSquaredError()
unseen = tf.keras.losses.get("mean_squared_error")


# tf: raises TypeError "float64"
def weighted(x, w):  # expect: HYB114
    return error(x, x * 0.5) * w


# tf: raises TypeError "float64"
def weighted_by_what_is_not_seen(x, w):  # expect: HYB114
    return unseen(x, x * 0.5) * w


# tf: same
def weighted_by_number(x, w):  # expect: convert
    return error(x, x * 0.5) * tf.cast(w, tf.float32)


for w in np.array([0.1, 0.2]):
    x = tf.ones([2, 2])
    results = [weighted(x, w), weighted_by_what_is_not_seen(x, w), weighted_by_number(x, w)]
