"""Binary nodes with `left`, `right` and `value`; None where there is no child."""

import tensorflow as tf


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


U = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 9), [3, 3]))
V = tf.Variable(tf.reshape(tf.linspace(0.5, -0.5, 9), [3, 3]))
table = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 15), [5, 3]))


def forward(node):
    if node is None:
        return tf.zeros([1, 3])
    left = forward(node.left)
    right = forward(node.right)
    return tf.tanh(tf.matmul(left, U) + tf.matmul(right, V) + tf.gather(table, [node.value]))


def step(nodes):
    with tf.GradientTape() as tape:
        loss = sum(tf.reduce_sum(forward(node)) for node in nodes)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [U, V, table])]


loss, gradients = step([Node(0, Node(1), Node(2, Node(3))), Node(4), Node(1, None, Node(0))])
