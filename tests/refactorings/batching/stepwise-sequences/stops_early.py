"""The loop over words ends at a full stop."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 8), [4, 2]))
table = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 8), [4, 2]))


def read(words):
    h = tf.zeros([1, 2])
    for word in words:
        if word == 3:
            break
        h = tf.tanh(tf.matmul(tf.concat([table[word][None], h], 1), w))
    return h


def read_all(sentences):
    return tf.concat([read(words) for words in sentences], 0)


result = read_all([[0, 1, 3, 1], [2, 2]])
