import tensorflow as tf


def scaled(x, y):
    scale = float(tf.reduce_max(tf.abs(x)))  # a number
    peak = tf.reduce_max(y)
    return x * scale + y / peak.numpy() - tf.maximum(y, float(peak))


X, Y = tf.constant([[1.0, -2.0], [0.5, 3.0]]), tf.constant([[0.25, 4.0], [1.5, -1.0]])
results = [scaled(X, Y), scaled(Y, X)]
