"""States change while the messages are sent: a message reads what an earlier one has written."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 4), [2, 2]))


def sweep(features, edges):
    states = [tf.constant([row]) for row in features]
    for source, target in edges:
        states[target] += tf.tanh(tf.matmul(states[source], w))
    return tf.concat(states, 0)


result = sweep([[0.1, 0.2], [0.3, 0.4]], [(0, 1), (1, 0), (0, 1)])
