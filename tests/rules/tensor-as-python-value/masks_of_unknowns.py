"""Things that cannot be seen and are indexed with tensors: what takes a mask or several slices is no list."""

import numpy as np
import tensorflow as tf


# tf: same
def loss_of_some(target, predicted, mask):  # expect: convert unsafe
    difference = target[mask] - predicted[mask]
    return tf.reduce_mean(difference * difference)


# tf: same
def behind(x, context):  # expect: convert unsafe
    start = tf.shape(context)[1]
    return tf.reduce_sum(x[:, start:] * 2.0)


# tf: raises TypeError "TypeError: list indices must be integers or slices, not Symb"
def of_kind(x, values, kind):  # expect: convert unsafe
    return tf.multiply(x, values[kind])


mask = np.array([True, False, True])
predicted = tf.constant([1.0, 2.0, 3.0])
seen = {"target": "np.array([1.0, 2.0, 4.0], np.float32)", "x": "tf.ones([2, 4])", "values": "[1.0, 2.0]"}
target, x, values = (eval(text) for text in seen.values())
for _ in range(3):
    loss_of_some(target, predicted, mask)
    behind(x, tf.ones([2, 3]))
    of_kind(predicted, values, np.array(1))
