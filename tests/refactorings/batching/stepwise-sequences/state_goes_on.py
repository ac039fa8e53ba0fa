"""The last state of a sentence is the first of the next: the sentences depend on each other."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 8), [4, 2]))


def read_all(sequences):
    h = tf.zeros([1, 2])
    states = []
    for sequence in sequences:
        for x in sequence:
            h = tf.tanh(tf.matmul(tf.concat([x[None], h], 1), w))
        states.append(h)
    return tf.concat(states, 0)


result = read_all([tf.ones([3, 2]), tf.ones([1, 2])])
