import numpy as np
import tensorflow as tf


class Leaf:
    def __init__(self, vector):
        self.vector = vector


class Node:
    def __init__(self, left, right):
        self.left, self.right = left, right


class Encoder:
    def __init__(self):
        self.w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 32), [8, 4]))
        self.b = tf.Variable(tf.zeros([4]))

    def merge(self, left, right):
        return tf.tanh(tf.matmul(tf.concat([left, right], 1), self.w) + self.b)

    def encode(self, tree):
        if isinstance(tree, Leaf):
            return tf.tanh(tree.vector)
        return self.merge(self.encode(tree.left), self.encode(tree.right))


def random_tree(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return Leaf(tf.constant(rng.normal(size=(1, 4)).astype("float32")))
    return Node(random_tree(rng, depth - 1), random_tree(rng, depth - 1))


def step(encoder, trees):
    with tf.GradientTape() as tape:
        states = tf.concat([encoder.encode(tree) for tree in trees], 0)
        loss = tf.reduce_mean(states**2)
    return loss, tape.gradient(loss, [encoder.w, encoder.b])


rng = np.random.default_rng(1)
loss, gradients = step(Encoder(), [random_tree(rng, 4) for _ in range(6)])
print(f"{float(loss):.4f}")
