"""What the model calls cannot be seen."""

import tensorflow as tf
from some_library import normalize

w = tf.Variable(tf.eye(3))


def score(x):
    return tf.reduce_sum(tf.matmul(normalize(x), w))


def scores(batch):
    return tf.stack([score(batch[i : i + 1]) for i in range(3)])


def main():
    return scores(tf.eye(3))
