"""Shared subtrees are looked up in a dictionary by their Python key."""

import tensorflow as tf

W = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
words = tf.Variable(tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3]))


def encode(tree, memo):
    if tree in memo:
        return memo[tree]
    if isinstance(tree, tuple):
        value = tf.tanh(tf.matmul(tf.concat([encode(tree[0], memo), encode(tree[1], memo)], 1), W))
    else:
        value = tf.gather(words, [tree])
    memo[tree] = value
    return value


def step(trees):
    with tf.GradientTape() as tape:
        memo = {}
        roots = [encode(tree, memo) for tree in trees]
        loss = tf.reduce_sum(tf.concat(roots, 0) ** 2)
    return loss, [tf.convert_to_tensor(g) for g in tape.gradient(loss, [W, words])]


loss, gradients = step([((0, 1), (2, 3)), ((0, 1), 2), (3, ((0, 1), 2))])
