"""Which cell runs depends on the word."""

import tensorflow as tf

cells = [tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 4), [2, 2])), tf.Variable(tf.ones([2, 2]))]


def first(h):
    return tf.tanh(tf.matmul(h, cells[0]))


def second(h):
    return tf.tanh(tf.matmul(h, cells[1]))


ways = [first, second]


def read(words):
    h = tf.ones([1, 2])
    for word in words:
        h = ways[word](h)
    return h


def read_all(sentences):
    return tf.concat([read(words) for words in sentences], 0)


result = read_all([[0, 1, 1], [1]])
