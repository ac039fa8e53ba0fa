"""One loop does it all: sentences, their words, and the loss."""

import tensorflow as tf

table = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 15), [5, 3]))
W = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
head = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 3), [3, 1]))


def train_on(sentences, labels):
    with tf.GradientTape() as tape:
        losses = []
        for sentence, label in zip(sentences, labels):
            h = tf.zeros([1, 3])
            for word in sentence:
                h = tf.tanh(tf.matmul(tf.concat([table[word][None], h], 1), W))
            losses.append(tf.square(tf.matmul(h, head) - label))
        loss = tf.reduce_mean(losses)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [table, W, head])]


loss, gradients = train_on([[0, 1], [2, 3, 4], [1]], [1.0, 0.0, 1.0])
