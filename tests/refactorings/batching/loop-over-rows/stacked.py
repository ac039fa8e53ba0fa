"""A score per pair of rows."""

import tensorflow as tf

w = tf.Variable(tf.reshape(tf.linspace(-0.5, 0.5, 9), [3, 3]))


def score(x, y):
    return tf.tensordot(tf.linalg.matvec(w, x), y, 1)


def scores(x, y):
    return tf.stack([score(x[i], y[i]) for i in range(len(x))])


x = tf.reshape(tf.linspace(-1.0, 1.0, 12), [4, 3])
y = tf.reshape(tf.linspace(1.0, -0.5, 12), [4, 3])
with tf.GradientTape() as tape:
    result = scores(x, y)
    loss = tf.reduce_sum(result**2)
gradient = tape.gradient(loss, w)
