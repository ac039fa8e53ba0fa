"""Any number of children; what the recursion computes itself becomes a cell."""

import numpy as np
import tensorflow as tf

UNITS = 4
embedding = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 10 * UNITS), [10, UNITS]))
w_iou = tf.Variable(tf.reshape(tf.linspace(-0.4, 0.4, UNITS * 3 * UNITS), [UNITS, 3 * UNITS]))
u_iou = tf.Variable(tf.reshape(tf.linspace(0.3, -0.3, UNITS * 3 * UNITS), [UNITS, 3 * UNITS]))
u_f = tf.Variable(tf.reshape(tf.linspace(-0.2, 0.2, UNITS * UNITS), [UNITS, UNITS]))
VARIABLES = [embedding, w_iou, u_iou, u_f]


class Node:
    def __init__(self, word, children):
        self.word, self.children = word, children


def encode(node):
    states = [encode(child) for child in node.children]
    x = tf.gather(embedding, [node.word])
    h_sum = tf.add_n([h for h, _ in states]) if states else tf.zeros([1, UNITS])
    i, o, u = tf.split(tf.matmul(x, w_iou) + tf.matmul(h_sum, u_iou), 3, axis=1)
    c = tf.sigmoid(i) * tf.tanh(u)
    for h, kept in states:
        c = c + tf.sigmoid(tf.matmul(h, u_f)) * kept
    return tf.sigmoid(o) * tf.tanh(c), c


def grow(rng, depth):
    count = int(rng.integers(0, 3)) if depth else 0
    return Node(int(rng.integers(10)), [grow(rng, depth - 1) for _ in range(count)])


def step(trees):
    with tf.GradientTape() as tape:
        roots = []
        for tree in trees:
            h, _ = encode(tree)
            roots.append(h)
        loss = tf.reduce_sum(tf.concat(roots, 0))
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, VARIABLES)]


rng = np.random.default_rng(3)
loss, gradients = step([grow(rng, 4) for _ in range(5)])
