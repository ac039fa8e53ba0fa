"""Indices that take more axes than a tensor has, in a branch that no call takes: a graph finds them while it traces."""

import tensorflow as tf


# tf: raises ValueError "ValueError: Attempting to slice scalar input. for '{{node co"
def first_of_scalar(x):  # expect: HYB109
    if tf.reduce_any(x > 0.0):
        return x
    return x[..., :1]


# tf: raises ValueError "ValueError: Attempting to slice scalar input. for '{{node co"
def row_of_scalar(x):  # expect: HYB109
    if tf.reduce_any(x > 0.0):
        return x
    return x[0]


# tf: raises ValueError "ValueError: Attempting to slice scalar input. for '{{node co"
def behind_a_new_axis(x):  # expect: HYB109
    if tf.reduce_any(x > 0.0):
        return x
    y = x[..., tf.newaxis, :1]
    return y[0]


# tf: raises ValueError "ValueError: Index out of range using input dim 1; input has "
def third_axis(x):  # expect: HYB109
    if tf.reduce_any(x > 0.0):
        return x
    return x[:, ..., :, 0]


# tf: same
def as_many_as_there_are(x):  # expect: convert
    if tf.reduce_any(x > 0.0):
        return x
    return x[tf.newaxis, ..., :2][0]


number, row = tf.constant(1.5), tf.constant([1.5, 2.0])
RESULTS = [first_of_scalar(number), row_of_scalar(number), behind_a_new_axis(number), third_axis(row)]
RESULTS += [as_many_as_there_are(row)]
