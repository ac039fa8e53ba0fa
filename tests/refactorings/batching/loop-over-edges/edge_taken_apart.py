"""Edges that are taken apart in the body, with features of their own."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 10), [5, 2]))


def pooled(nodes, edges):
    pools = [tf.zeros([1, 2]) for _ in range(len(nodes))]
    for edge in edges:
        i, j, feature = edge
        both = tf.concat([nodes[i], nodes[j], feature], 1)
        pools[j] += tf.sigmoid(tf.matmul(both, w))
    return tf.concat(pools, 0)


nodes = [tf.constant([[0.1, 0.2]]), tf.constant([[0.3, -0.4]]), tf.constant([[1.0, 0.0]])]
edges = [(0, 1, tf.constant([[0.5]])), (2, 1, tf.constant([[-0.5]])), (1, 0, tf.constant([[1.0]]))]
with tf.GradientTape() as tape:
    result = pooled(nodes, edges)
    loss = tf.reduce_sum(result**2)
gradient = tape.gradient(loss, w)
