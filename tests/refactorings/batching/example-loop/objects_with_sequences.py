"""Sequences of different lengths, one after the other, and an error for each."""

import tensorflow as tf

embedding = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))
kernel = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
readout = tf.Variable([[0.5], [-0.25], [1.0]])
VARIABLES = [embedding, kernel, readout]


class Sample:
    def __init__(self, words, label):
        self.words, self.label = words, label


def step(x, h):
    return tf.tanh(tf.matmul(tf.concat([x, h], 1), kernel))


def read(sample):
    h = tf.zeros([1, 3])
    for word in sample.words:
        h = step(embedding[word][None], h)
    return tf.matmul(h, readout)[0, 0]


def train(samples):
    with tf.GradientTape() as tape:
        losses = []
        for sample in samples:
            losses.append(tf.square(read(sample) - sample.label))
        loss = tf.add_n(losses)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, VARIABLES)]


loss, gradients = train(
    [Sample([0, 1, 2], 0.5), Sample([3], 0.25), Sample([2, 2, 1, 0, 3], -0.5), Sample([1, 3], 0.0)]
)
