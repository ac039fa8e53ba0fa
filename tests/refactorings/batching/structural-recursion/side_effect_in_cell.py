"""What combines two states also counts its calls."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))
calls = []


def merge(left, right):
    calls.append(1)
    return tf.tanh(tf.matmul(tf.concat([left, right], 1), w))


def fold(tree):
    if isinstance(tree, float):
        return tf.fill([1, 3], tree)
    return merge(fold(tree[0]), fold(tree[1]))


def total(trees):
    return tf.add_n([fold(tree) for tree in trees])


result = total([(0.5, (1.0, -1.0)), (0.25, 0.75)])
