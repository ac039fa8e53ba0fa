"""The loop stops when a result is large."""

import tensorflow as tf

w = tf.Variable(tf.eye(3))


def score(x):
    return tf.reduce_sum(tf.matmul(x, w))


def scores(batch):
    found = []
    for i in range(3):
        value = score(batch[i : i + 1])
        if float(value) > 5.0:
            break
        found.append(value)
    return tf.stack(found)


result = scores(tf.eye(3))
