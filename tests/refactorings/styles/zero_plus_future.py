"""The total starts at 0.0, and a weight is a tensor."""

import tensorflow as tf

W = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
words = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))
HALF = tf.constant(0.5)


def encode(tree):
    if isinstance(tree, int):
        return words[tree : tree + 1]
    return tf.tanh(tf.concat([encode(tree[0]), encode(tree[1])], axis=-1) @ W)


def total_loss(trees):
    total = 0.0
    for tree in trees:
        total = total + HALF * tf.reduce_sum(tf.square(encode(tree)))
    return total / len(trees)


def step(trees):
    with tf.GradientTape() as tape:
        loss = total_loss(trees)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [W, words])]


loss, gradients = step([[0, [1, 2]], [[3, 0], 1], 2])
