"""A Python number before a loop over a tensor is a scalar of its dtype: what turns make of it has to be one, too."""

import tensorflow as tf


# tf: same
def last_loss(rows: tf.Tensor, weight):  # expect: convert unsafe
    loss = 0.0
    for row in rows:
        loss = tf.reduce_sum(row * weight)
    return loss * tf.ones([2])


# tf: same
def known(rows):  # expect: convert
    loss = 0.0
    for row in rows:
        loss = tf.reduce_sum(row)
    return loss * tf.ones([2])


# tf: raises ValueError "ValueError: 'loss' has shape () before the loop, but shape ("
def vector(rows):  # expect: HYB109
    loss = 0.0
    for row in rows:
        loss = row * 2.0
    return loss * tf.ones([2])


# tf: raises TypeError "TypeError: 'loss' has dtype int32 before the loop, but dtype"
def other_dtype(rows):  # expect: HYB109
    loss = 0
    for row in rows:
        loss = tf.reduce_sum(row)
    return tf.cast(loss, tf.float32) * tf.ones([2])


def unseen(rows: tf.Tensor, weight: tf.Tensor):
    return last_loss(rows, weight)


rows = tf.constant([[1.0, 2.0], [3.0, 4.0]])
last_loss(rows, tf.ones([2])), known(rows), vector(rows), other_dtype(rows)
