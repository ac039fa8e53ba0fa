"""A decoder with teacher forcing: pairs of sentences, and a loss that grows from word to word."""

import tensorflow as tf


class Decoder(tf.Module):
    def __init__(self, words, units):
        super().__init__()
        self.embed = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, words * units), [words, units]))
        self.kernel = tf.Variable(tf.reshape(tf.linspace(-0.6, 0.4, 2 * units * units), [2 * units, units]))
        self.out = tf.Variable(tf.reshape(tf.linspace(0.4, -0.5, units * words), [units, words]))

    def look_up(self, word):
        return self.embed[word][None]

    def step(self, word, state):
        state = tf.tanh(tf.matmul(tf.concat([self.look_up(word), state], 1), self.kernel))
        return state, tf.matmul(state, self.out)

    def loss(self, given, wanted):
        state = tf.zeros([1, 3])
        loss = 0.0
        for word, target in zip(given, wanted):
            state, logits = self.step(word, state)
            loss += tf.nn.sparse_softmax_cross_entropy_with_logits([target], logits)[0]
        return loss / len(given)

    def train(self, pairs):
        with tf.GradientTape() as tape:
            losses = [self.loss(given, wanted) for given, wanted in pairs]
            loss = tf.add_n(losses)
        return loss, tape.gradient(loss, self.trainable_variables)


decoder = Decoder(5, 3)
loss, gradients = decoder.train([([0, 1, 2], [1, 2, 4]), ([0, 3], [3, 4]), ([0, 2, 2, 1], [2, 2, 1, 4])])
