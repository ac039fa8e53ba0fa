"""Losses arrive as closures at a function that takes a step."""

import tensorflow as tf


class Model:
    def __init__(self):
        self.w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
        self.words = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))
        self.variables = [self.w, self.words]

    def encode(self, tree):
        if isinstance(tree, tuple):
            pair = tf.concat([self.encode(tree[0]), self.encode(tree[1])], 1)
            return tf.tanh(tf.matmul(pair, self.w))
        return tf.gather(self.words, [tree])

    def tree_loss(self, tree):
        return tf.reduce_sum(self.encode(tree) ** 2)


def sgd(model, compute, rate):
    with tf.GradientTape() as tape:
        loss = compute()
    for variable, gradient in zip(model.variables, tape.gradient(loss, model.variables)):
        variable.assign_sub(rate * tf.convert_to_tensor(gradient))
    return float(loss)


def train(model, trees, epochs):
    losses = []
    for _ in range(epochs):
        for tree in trees:
            losses.append(sgd(model, lambda t=tree: model.tree_loss(t), 0.5))
    return losses


losses = train(Model(), [((0, 1), (2, 3)), (1, (2, (3, 0)))], 2)
