import tensorflow as tf


def scaled(x):
    total = 0
    for value in x:
        total += tf.square(value)
    return tf.tanh(x) * total + x


X = tf.constant([1.0, -2.0, 3.0])
results = [scaled(X), scaled(-X)]
