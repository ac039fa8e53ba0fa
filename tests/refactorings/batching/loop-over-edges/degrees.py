"""Degrees are counted in a list of numbers beside the messages."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 4), [2, 2]))


def mean_messages(nodes, edges):
    sums = [tf.zeros([1, 2]) for _ in nodes]
    degrees = [0] * len(nodes)
    for source, target in edges:
        degrees[target] += 1
        sums[target] += tf.tanh(tf.matmul(nodes[source], w))
    return tf.concat([total / max(degree, 1) for total, degree in zip(sums, degrees)], 0)


result = mean_messages([tf.ones([1, 2]), tf.zeros([1, 2])], [(0, 1), (1, 0), (0, 1)])
