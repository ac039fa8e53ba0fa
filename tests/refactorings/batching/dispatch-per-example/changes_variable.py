"""The expert keeps a running mean in a variable."""

import tensorflow as tf

means = [tf.Variable(0.0), tf.Variable(0.0)]
scales = [tf.Variable(1.0), tf.Variable(2.0)]


def normalised(i, x):
    means[i].assign(0.9 * means[i] + 0.1 * tf.reduce_mean(x))
    return x - means[i]


def first(x):
    return normalised(0, x) * scales[0]


def second(x):
    return normalised(1, x) * scales[1]


ways = [first, second]


def outputs_of(rows, kinds):
    return tf.stack([ways[kind](x) for x, kind in zip(rows, kinds)])


result = outputs_of([tf.ones([2]), tf.zeros([2]), tf.ones([2])], [0, 1, 0])
