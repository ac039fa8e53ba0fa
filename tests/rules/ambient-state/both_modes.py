"""Code that asks how TensorFlow executes, and has a branch for either way."""

import tensorflow as tf


def lengths(x):
    if tf.executing_eagerly():
        return x.shape.as_list()
    return [tf.shape(x)[i] if n is None else n for i, n in enumerate(x.shape.as_list())]


# tf: same
def flattened(x):  # expect: convert unsafe
    rows, columns = lengths(x)
    return tf.exp(tf.reshape(x, [rows * columns]))


# tf: same
def chosen(x):  # expect: convert unsafe
    return tf.exp(x) if not tf.executing_eagerly() else tf.exp(x.numpy())


# tf: differs
def told(x):  # expect: convert unsafe
    if tf.executing_eagerly():
        print("eager")
    return tf.exp(x)


# tf: differs
def told_of_graphs(x):  # expect: HYB101
    if not tf.executing_eagerly():
        print("traced")
    return tf.exp(x)


# tf: differs
def kept(x):  # expect: HYB103
    eager = tf.executing_eagerly()
    return tf.exp(x) * (1.0 if eager else 2.0)


# tf: differs
def counted(x):  # expect: HYB103
    if tf.executing_eagerly() and x.shape[0] == 2:
        x = x * 2.0
    return tf.exp(x)


for _ in range(2):
    x = tf.ones([2, 3])
    results = [flattened(x), chosen(x), told(x), told_of_graphs(x), kept(x), counted(x)]
