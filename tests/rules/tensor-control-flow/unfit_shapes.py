"""Branches on values, one side of which does not fit the shapes: a graph traces the side that is not taken, too."""

import tensorflow as tf


# tf: raises ValueError "mask cannot be scalar"
def masked(x):  # expect: HYB109
    if tf.reduce_any(x > 0.0):
        return x
    return tf.boolean_mask(x, x > 0.0)


# tf: raises ValueError "Dimensions must be equal"
def added(x, y):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        total = tf.reduce_sum(x)
    else:
        total = tf.reduce_sum(x + y)
    return total


# tf: raises ValueError "Dimensions must be equal"
def multiplied(x, weights):  # expect: HYB109
    total = tf.reduce_sum(x)
    if total < 0.0:
        total = tf.reduce_sum(x[None] @ weights)
    return total


# tf: same
def fitting(x, y):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        total = tf.reduce_sum(x)
    else:
        total = tf.reduce_sum(x[:, None] + y)
    return total


x = tf.constant([1.0, 2.0, 3.0])
results = [masked(tf.constant(1.5)), added(x, tf.ones(2)), multiplied(x, tf.ones([2, 2])), fitting(x, tf.ones(2))]
