"""A reader of strings: embedding, cell and readout of one string at a time."""

import tensorflow as tf


class Reader:
    def __init__(self, units):
        self.units = units
        self.embedding = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 3 * units), [3, units]))
        self.kernel = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.6, 2 * units * units), [2 * units, units]))
        self.readout = tf.Variable(tf.ones([units, 1]))
        self.variables = [self.embedding, self.kernel, self.readout]

    def cell(self, x, h):
        return tf.tanh(tf.matmul(tf.concat([x, h], 1), self.kernel))

    def read(self, symbols):
        """The score of one string."""
        h = tf.zeros([1, self.units])
        for symbol in symbols:
            x = self.embedding[symbol][None]  # one row
            h = self.cell(x, h)
        return tf.matmul(h, self.readout)[0, 0]

    def loss(self, strings, labels):
        scores = tf.stack([self.read(symbols) for symbols in strings])
        return tf.reduce_mean(tf.square(scores - labels))


reader = Reader(4)
strings = [[0, 1, 2], [2], [1, 1, 0, -1, 2], []]
with tf.GradientTape() as tape:
    loss = reader.loss(strings, tf.constant([1.0, 0.0, 0.5, 0.0]))
gradients = tape.gradient(loss, reader.variables)
alone = reader.read([0, 1])
