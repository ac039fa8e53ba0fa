import tensorflow as tf


def rows(x, y):
    parts = tf.stack([tf.tanh(row) * 2.0 for row in x])
    total = sum(tf.square(row) for row in y)
    first, second = y
    return parts + total + tf.add_n([a * b for a, b in zip(x, y)]) - first * second


X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [rows(X, X * 2.0), rows(-X, X)]
