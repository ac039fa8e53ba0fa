"""Branches on what `tf.rank`, `tf.size` and `tf.shape` give: a graph traces both sides, and one may not fit."""

import tensorflow as tf


# tf: raises ValueError "Invalid reduction dimension"
def total_of_first(x):  # expect: HYB109
    if tf.rank(x) == 1:
        return tf.reduce_sum(x)
    return tf.reduce_sum(x, axis=1)[0]


# tf: raises ValueError "out of bounds"
def fourth_or_first(x):  # expect: HYB109
    return x[3] if tf.size(x) > 3 else x[0]


# tf: raises ValueError "Dimensions must be equal"
def product_or_left(left, right):  # expect: HYB109
    if tf.shape(left)[1] == tf.shape(right)[0]:
        return tf.matmul(left, right)
    return left


# tf: same
def by_static_rank(x):  # expect: convert
    if x.shape.rank == 1:
        return tf.reduce_sum(x)
    return tf.reduce_sum(x, axis=1)[0]


# tf: same
def standardised(x, eps=1e-6):  # expect: convert
    if tf.size(x) < 2:
        return x
    return (x - tf.reduce_mean(x)) / (tf.math.reduce_std(x) + eps)


# tf: same
def by_values(x):  # expect: convert
    if tf.reduce_sum(x) > 3.0:
        return x * 2.0
    return x


vector, matrix = tf.constant([1.0, 2.0]), tf.ones([2, 2])
first = total_of_first(vector) + total_of_first(matrix)
second = fourth_or_first(vector) + fourth_or_first(tf.range(5.0))
third = product_or_left(matrix, tf.ones([3, 3]))
fourth = by_static_rank(vector) + by_static_rank(matrix)
sixth = standardised(vector) + standardised(tf.constant([1.0]))
fifth = by_values(vector) + by_values(vector * 2.0)
