"""In the style of public neural decision trees: at each inner node a gate decides which subtree an example goes to."""

import tensorflow as tf


class Inner:
    def __init__(self, index, left, right):
        self.index, self.left, self.right = index, left, right


class Outer:
    def __init__(self, index):
        self.index = index


gates = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 9), [3, 3]))
leaves = tf.Variable(tf.reshape(tf.linspace(1.0, -1.0, 8), [4, 2]))


def gate(index, x):
    return tf.sigmoid(tf.reduce_sum(gates[index] * x))


def predict(node, x):
    if isinstance(node, Outer):
        return leaves[node.index]
    p = gate(node.index, x)
    if float(p) > 0.5:
        return p * predict(node.right, x)
    return (1.0 - p) * predict(node.left, x)


TREE = Inner(0, Inner(1, Outer(0), Outer(1)), Inner(2, Outer(2), Outer(3)))


def predictions(batch):
    return tf.stack([predict(TREE, batch[i]) for i in range(4)])


result = predictions(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))
