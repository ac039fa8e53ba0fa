"""NumPy looks at the states on the way up."""

import numpy as np
import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 18), [6, 3]))


def merge(left, right):
    return tf.tanh(tf.matmul(tf.concat([left, right], 1), w))


def fold(tree):
    if isinstance(tree, float):
        return tf.fill([1, 3], tree)
    left, right = fold(tree[0]), fold(tree[1])
    return merge(left / np.linalg.norm(left), right)


def total(trees):
    return tf.add_n([fold(tree) for tree in trees])


result = total([(0.5, (1.0, -1.0)), (0.25, 0.75)])
