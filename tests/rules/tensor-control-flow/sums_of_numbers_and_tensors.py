"""A sum that begins as a number, of tensors and numbers: of the numbers a graph makes tensors, which need its dtype."""

import tensorflow as tf


# tf: same
def sum_of_weighted(rows: tf.Tensor, weight):  # expect: convert unsafe
    total = 0.0
    for row in rows:
        total += tf.reduce_sum(row) * tf.cast(weight, tf.float32)
    return total * tf.ones([2])


# tf: raises ValueError "'total' has shape () before the loop, but shape"
def sum_of_vectors(rows):  # expect: HYB109
    total = 0.0
    for row in rows:
        total += row
    return total * tf.ones([2])


# tf: raises TypeError "'total' has dtype float32 before the loop, but dtype int32"
def whole_number_instead(rows, summed):  # expect: HYB109
    total = 0.0
    for row in rows:
        total = tf.reduce_sum(row) if summed else 1
    return total * tf.ones([2])


def unseen(rows: tf.Tensor, weight):
    return sum_of_weighted(rows, weight)


rows = tf.constant([[1.0, 2.0], [3.0, 4.0]])
first = sum_of_weighted(rows, 0.5)
second = sum_of_vectors(rows)
third = whole_number_instead(rows, True), whole_number_instead(rows, False)
