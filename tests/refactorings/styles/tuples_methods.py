"""A recursive network as methods of a class, over nested tuples."""

import tensorflow as tf


class Recursive(tf.Module):
    def __init__(self, size, classes):
        super().__init__()
        self.words = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 6 * size), [6, size]))
        self.w = tf.Variable(tf.reshape(tf.linspace(-0.4, 0.4, 2 * size * size), [2 * size, size]))
        self.b = tf.Variable(tf.zeros([size]))
        self.head = tf.Variable(tf.reshape(tf.linspace(0.5, -0.5, size * classes), [size, classes]))

    def encode(self, tree):
        if isinstance(tree, int):
            return tf.expand_dims(self.words[tree], 0)
        left, right = tree
        pair = tf.concat([self.encode(left), self.encode(right)], axis=1)
        return tf.tanh(tf.matmul(pair, self.w) + self.b)

    def loss(self, tree, label):
        logits = tf.matmul(self.encode(tree), self.head)
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits([label], logits))


def train(model, data, epochs):
    history = []
    for _ in range(epochs):
        with tf.GradientTape() as tape:
            total = 0.0
            for tree, label in data:
                total += model.loss(tree, label)
            total = total / len(data)
        gradients = tape.gradient(total, model.trainable_variables)
        for variable, gradient in zip(model.trainable_variables, gradients):
            variable.assign_sub(0.1 * tf.convert_to_tensor(gradient))
        history.append(float(total))
    return history


DATA = [((0, 1), 0), (((2, 3), 1), 1), ((4, (5, (0, 2))), 0), (3, 1)]
losses = train(Recursive(4, 2), DATA, 3)
