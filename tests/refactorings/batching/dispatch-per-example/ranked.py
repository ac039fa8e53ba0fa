"""The expert is an element of an array that NumPy sorts: what Python chooses by is not seen to be one number."""

import numpy as np
import tensorflow as tf

weights = [tf.Variable(tf.ones([2])), tf.Variable(tf.zeros([2]))]


def one(x):
    return tf.reduce_sum(x * weights[0])


def two(x):
    return tf.reduce_sum(x + weights[1])


experts = [one, two]


def answer(x):
    order = np.argsort(x.numpy())
    best = order[-1]
    return experts[best](x) + 1.0


def answers(rows):
    return tf.stack([answer(row) for row in rows])


result = answers([tf.constant([0.5, 1.0]), tf.constant([2.0, 1.0])])
