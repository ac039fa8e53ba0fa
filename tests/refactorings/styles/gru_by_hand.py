"""A gated unit written by hand, over strings of different lengths."""

import tensorflow as tf

SIZE = 3
table = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 15), [5, SIZE]))
gates = tf.Variable(tf.reshape(tf.linspace(-0.6, 0.6, 2 * SIZE * 2 * SIZE), [2 * SIZE, 2 * SIZE]))
candidate = tf.Variable(tf.reshape(tf.linspace(0.4, -0.4, 2 * SIZE * SIZE), [2 * SIZE, SIZE]))


def gru(x, h):
    z, r = tf.split(tf.sigmoid(tf.concat([x, h], 1) @ gates), 2, axis=1)
    new = tf.tanh(tf.concat([x, r * h], 1) @ candidate)
    return z * h + (1.0 - z) * new


def encode(string):
    h = tf.zeros([1, SIZE])
    for symbol in string:
        h = gru(tf.expand_dims(table[symbol], 0), h)
    return h


def train_step(strings, targets):
    with tf.GradientTape() as tape:
        loss = 0.0
        for string, target in zip(strings, targets):
            loss += tf.reduce_sum((encode(string) - target) ** 2)
    variables = [table, gates, candidate]
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, variables)]


loss, gradients = train_step([[0, 1, 2], [3], [4, 0, 1, 2]], [1.0, 0.0, -1.0])
