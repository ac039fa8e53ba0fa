"""Messages are added up in a dictionary."""

from collections import defaultdict

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 4), [2, 2]))


def gather(states, edges):
    incoming = defaultdict(float)
    for source, target in edges:
        incoming[target] += tf.tanh(tf.matmul(states[source], w))
    return [incoming[i] for i in range(len(states))]


result = gather([tf.ones([1, 2]), tf.zeros([1, 2])], [(0, 1), (1, 0), (0, 1)])
