"""A library that cannot be seen does the computation."""

import tensorflow as tf
from some_library import merge_states


def fold(tree):
    if isinstance(tree, float):
        return tf.fill([1, 3], tree)
    return combine(fold(tree[0]), fold(tree[1]))


def combine(left, right):
    return merge_states(tf.concat([left, right], 1))


def total(trees):
    return tf.add_n([fold(tree) for tree in trees])


def main():
    return total([(0.5, (1.0, -1.0)), (0.25, 0.75)])
