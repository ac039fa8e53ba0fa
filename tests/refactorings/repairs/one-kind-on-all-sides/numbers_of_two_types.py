import tensorflow as tf


def scaled(x):
    k = 1 if tf.reduce_sum(x) > 0.0 else 0.1
    if tf.reduce_max(x) > 2.0:
        n = 3
    else:
        n = -0.7
    return tf.tanh(x) * k + x / n


X = tf.constant([1.0, -2.0, 3.0])
results = [scaled(X), scaled(-X)]
