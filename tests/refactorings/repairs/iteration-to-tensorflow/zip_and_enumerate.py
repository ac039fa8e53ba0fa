import tensorflow as tf


def mixed(x, y, scales):
    total = tf.zeros([2])
    for a, b in zip(x, y):
        total += a * b
    for i, row in enumerate(tf.square(x)):
        total += row * float(i)
    for scale, row in zip(scales, list(y)):
        total += scale * row
    return total


X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [mixed(X, X * 2.0, (0.5, 2.0)), mixed(-X, X, (0.5, 2.0))]
