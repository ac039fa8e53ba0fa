"""A function that calls itself has a trace for every depth."""

import tensorflow as tf


# tf: traces 4
def power(x, n):  # fact: recursive=true traces=4 verdict=convert safe=false
    return tf.ones_like(x) if n == 0 else x * power(x, n - 1)


# tf: traces 3
def leaves(tree):  # fact: recursive=true traces=3 verdict=convert safe=false
    if isinstance(tree, tuple):
        return leaves(tree[0]) + leaves(tree[1])
    return tf.reduce_sum(tree)


x = tf.constant([1.0, 2.0])
power(x, 3)
leaves(((x, x), x))
