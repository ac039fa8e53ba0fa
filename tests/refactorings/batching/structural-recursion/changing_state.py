"""A cell reads a global number that changes while the program runs."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
scale = 1.0


def merge(left, right):
    return scale * tf.tanh(tf.matmul(tf.concat([left, right], 1), w))


def fold(tree):
    if isinstance(tree, float):
        return tf.fill([1, 3], tree)
    return merge(fold(tree[0]), fold(tree[1]))


def total(trees):
    return tf.add_n([fold(tree) for tree in trees])


def run(steps):
    global scale
    results = []
    for _ in range(steps):
        results.append(total([(0.5, (1.0, -1.0)), (0.25, 0.75)]))
        scale *= 0.5
    return results


results = run(3)
