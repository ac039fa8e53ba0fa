"""It prints before and after the expert: the order of the lines would change."""

import tensorflow as tf

weights = [tf.Variable(tf.ones([2])), tf.Variable(tf.zeros([2]))]


def one(x):
    return tf.reduce_sum(x * weights[0])


def two(x):
    return tf.reduce_sum(x + weights[1])


ways = [one, two]


def answer(x):
    i = int(tf.argmax(x))
    print("chosen", i)
    y = ways[i](x)
    print("score", float(y))
    return y * 2.0


def answers(rows):
    return tf.stack([answer(row) for row in rows])


result = answers([tf.constant([0.5, 1.0]), tf.constant([2.0, 1.0])])
