"""Trees in the style of `nltk.Tree`: a list with a label; leaves are words."""

import tensorflow as tf


class Tree(list):
    def __init__(self, label, children):
        super().__init__(children)
        self._label = label

    def label(self):
        return self._label


VOCABULARY = {"the": 0, "cat": 1, "sat": 2, "down": 3}
table = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))
mix = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))


def combine(left, right):
    return tf.tanh(tf.matmul(tf.concat([left, right], 1), mix))


def vector(tree):
    if not isinstance(tree, Tree):
        return tf.reshape(table[VOCABULARY[tree]], [1, 3])
    if len(tree) == 1:
        return vector(tree[0])
    return combine(vector(tree[0]), vector(tree[1]))


def batch_loss(trees):
    return tf.reduce_mean(tf.concat([vector(tree) for tree in trees], axis=0) ** 2)


def train_step(trees):
    with tf.GradientTape() as tape:
        loss = batch_loss(trees)
    grads = tape.gradient(loss, [table, mix])
    return loss, [tf.convert_to_tensor(g) for g in grads]


TREES = [
    Tree("S", [Tree("NP", ["the", "cat"]), Tree("VP", [Tree("V", ["sat"]), "down"])]),
    Tree("NP", ["the", "cat"]),
]
loss, grads = train_step(TREES)
