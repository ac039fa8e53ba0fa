"""The model prints what it sees."""

import tensorflow as tf

w = tf.Variable(tf.eye(3))


def score(x):
    print("scoring")
    return tf.reduce_sum(tf.matmul(x, w))


def scores(batch):
    return tf.stack([score(batch[i : i + 1]) for i in range(3)])


result = scores(tf.eye(3))
