"""A binary Tree-LSTM: states are pairs (h, c)."""

import tensorflow as tf

SIZE = 3
W = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 2 * SIZE * 5 * SIZE), [2 * SIZE, 5 * SIZE]))
table = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 5 * SIZE), [5, SIZE]))


def leaf(word):
    h = tf.gather(table, [word])
    return h, tf.zeros_like(h)


def node(left, right):
    (h1, c1), (h2, c2) = left, right
    i, f1, f2, o, u = tf.split(tf.concat([h1, h2], 1) @ W, 5, axis=1)
    c = tf.sigmoid(i) * tf.tanh(u) + tf.sigmoid(f1) * c1 + tf.sigmoid(f2) * c2
    return tf.sigmoid(o) * tf.tanh(c), c


def encode(tree):
    if isinstance(tree, int):
        return leaf(tree)
    return node(encode(tree[0]), encode(tree[1]))


def step(trees):
    with tf.GradientTape() as tape:
        loss = tf.add_n([tf.reduce_sum(encode(tree)[0] ** 2) for tree in trees])
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [W, table])]


loss, gradients = step([((0, 1), 2), (3, (4, (1, 2))), (0, 3)])
