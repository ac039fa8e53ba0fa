"""Idioms for static and dynamic shapes, which exist for graphs."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


def shape_list(x):
    static = x.shape.as_list()
    dynamic = tf.shape(x)
    return [dynamic[i] if s is None else s for i, s in enumerate(static)]


# tf: same
def lengths_from_both(x):  # expect: convert
    b, n = shape_list(x)
    return tf.reshape(tf.exp(x), [b * n])


# tf: same
def last_axis_by_rank(x):  # expect: convert
    y = tf.boolean_mask(x, x[:, 0] > 0.0)
    return tf.reduce_sum(y, axis=y.shape.rank - 1)


# tf: same
def known_length_of_the_rest(x):  # expect: convert
    y = tf.boolean_mask(x, x[:, 0] > 0.0)
    return tf.reshape(y, [-1, y.shape[-1]]) + 1.0


# tf: same
def lengths_measured_where_missing(x):  # expect: convert
    y = tf.boolean_mask(x, x[:, 0] > 0.0)
    b, n = shape_list(y)
    return tf.reshape(tf.exp(y), [b, n, 1])


# tf: same
def assertions_about_the_shape(x):  # expect: convert
    x.shape.assert_has_rank(2)
    return tf.exp(x) * x.shape.num_elements()


# tf: same
def value_of_a_dimension(x):  # expect: convert
    n = tf.compat.dimension_value(x.shape[-1])
    return tf.exp(x) / n


# tf: same
def shape_set(x):  # expect: convert
    x.set_shape([None, 4])
    return tf.exp(x)


# tf: same
def shape_as_a_list(x):  # expect: convert
    n = x.get_shape().as_list()[-1]
    return tf.exp(x) / n + tf.cast(tf.shape(x)[0], tf.float32)


# tf: same
def measured_or_static(x):  # expect: convert
    y = tf.boolean_mask(x, x[:, 0] > 0.0)
    n = y.shape[0] or tf.shape(y)[0]
    return tf.exp(y) + tf.cast(n, tf.float32)


# tf: same
def rank_tested(x):  # expect: convert
    y = tf.boolean_mask(x, x[:, 0] > 0.0)
    if y.shape.ndims == 2:
        y = tf.expand_dims(y, 0)
    return tf.exp(y)


# tf: same
def width_of_indices(x):  # expect: convert
    idx = tf.where(x > 0.5)
    return tf.gather_nd(x, idx) * float(idx.shape[-1])


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    lengths_from_both(x)
    last_axis_by_rank(x)
    known_length_of_the_rest(x)
    lengths_measured_where_missing(x)
    assertions_about_the_shape(x)
    value_of_a_dimension(x)
    shape_set(x)
    shape_as_a_list(x)
    measured_or_static(x)
    rank_tested(x)
    width_of_indices(x)
