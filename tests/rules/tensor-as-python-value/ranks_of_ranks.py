"""Axes that are added as a rank demands: what depends on ranks alone is computed while tracing."""

import tensorflow as tf


def with_four_axes(image):
    rank = tf.rank(image)
    before = tf.cast(tf.less_equal(rank, 3), tf.int32)
    behind = tf.cast(tf.equal(rank, 2), tf.int32)
    ones = (tf.ones(before, tf.int32), tf.ones(shape=behind, dtype=tf.int32))
    return tf.reshape(image, tf.concat([ones[0], tf.shape(image), ones[1]], axis=0))


def with_axes(image, rank):
    before = tf.cast(tf.less_equal(rank, 3), tf.int32)
    behind = 4 - tf.cast(tf.equal(rank, 2), tf.int32)
    return tf.reshape(image, tf.shape(image)[before:behind])


# tf: same
def of_known_lengths(x):  # expect: convert
    y = with_axes(tf.reverse(with_four_axes(x), [2]), tf.rank(x))
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: same
def of_open_lengths(x):  # expect: convert
    some = tf.boolean_mask(x, x[:, 0] > 0.4)
    y = with_four_axes(some)
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: differs
def of_lengths_behind_them(x):  # expect: HYB105
    some = tf.boolean_mask(x, x[:, 0] > 0.4)
    y = with_four_axes(some)
    return tf.exp(y) * float(y.shape[1] or 7)


# tf: differs
def of_a_value(x):  # expect: HYB105
    ones = tf.ones(tf.cast(x[0, 0] > 0.5, tf.int32), tf.int32)
    y = tf.reshape(x, tf.concat([ones, tf.shape(x)], axis=0))
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: differs
def of_an_unknown_rank(x):  # expect: HYB105
    some = tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)
    y = with_four_axes(some)
    return tf.exp(y) * float(y.shape.rank or 7)


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    of_known_lengths(x)
    of_open_lengths(x)
    of_lengths_behind_them(x)
    of_a_value(x)
    of_an_unknown_rank(x)
