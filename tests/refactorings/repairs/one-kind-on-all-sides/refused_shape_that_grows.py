import tensorflow as tf


def scaled(x):
    total = 0
    for value in x:
        total = total + value * x
    return tf.tanh(x) * total


X = tf.constant([1.0, -2.0, 3.0])
results = [scaled(X), scaled(-X)]
