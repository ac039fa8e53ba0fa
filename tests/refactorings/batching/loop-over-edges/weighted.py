"""Weighted edges of an array; states of nodes as one tensor."""

import numpy as np
import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 4), [2, 2]))


def aggregate(states, edges, weights):
    sums = [tf.zeros([2])] * states.shape[0]
    for edge, weight in zip(edges, weights):
        sent = tf.linalg.matvec(w, states[edge[0]])
        sums[edge[1]] = sums[edge[1]] + weight * sent
    return tf.stack(sums)


def aggregate_ends(states, sources, targets, weights):
    sums = [tf.zeros([2])] * states.shape[0]
    for source, target, weight in zip(sources, targets, weights):
        sent = tf.linalg.matvec(w, states[source])
        sums[target] = sums[target] + weight * sent
    return tf.stack(sums)


states = tf.constant([[0.5, 1.0], [-1.0, 0.25], [0.0, 2.0]])
edges = np.array([[0, 1], [1, 2], [2, 1]])
with tf.GradientTape() as tape:
    first = aggregate(states, edges, [0.5, 2.0, 1.5])
    second = aggregate_ends(states, edges[:, 0], edges[:, 1], [0.5, 2.0, 1.5])
    loss = tf.reduce_sum(first * second)
gradient = tape.gradient(loss, w)
