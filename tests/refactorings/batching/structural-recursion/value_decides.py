"""The value of a state decides whether the recursion goes on."""

import tensorflow as tf

w = tf.Variable(tf.eye(3) * 0.5)


def encode(node):
    state = tf.fill([1, 3], node[0])
    for child in node[1]:
        state = tf.matmul(state + encode(child), w)
        if float(tf.reduce_sum(state)) > 1.0:
            break
    return state


def total(trees):
    return tf.add_n([encode(tree) for tree in trees])


result = total([(0.5, [(0.25, []), (1.0, [])]), (0.1, [])])
