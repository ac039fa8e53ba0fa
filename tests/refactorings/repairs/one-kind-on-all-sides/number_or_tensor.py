import tensorflow as tf


def scaled(x):
    k = 2 if tf.reduce_sum(x) > 0.0 else tf.reduce_max(x)
    return tf.tanh(x) * k - x * (0.5 if tf.reduce_max(x) > 2.0 else tf.reduce_min(x))


X = tf.constant([1.0, -2.0, 3.0])
results = [scaled(X), scaled(-X)]
