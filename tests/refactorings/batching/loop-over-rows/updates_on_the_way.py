"""A running mean is kept in a variable on the way."""

import tensorflow as tf

mean = tf.Variable(0.0)


def centred(row):
    mean.assign(0.5 * mean + 0.5 * tf.reduce_mean(row))
    return row - mean


def all_centred(x):
    return tf.stack([centred(x[i]) for i in range(len(x))])


result = all_centred(tf.constant([[3.0, 1.0, 2.0], [1.0, 2.0, 3.0]]))
