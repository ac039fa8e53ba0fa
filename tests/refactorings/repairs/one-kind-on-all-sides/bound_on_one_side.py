# unsafe
import tensorflow as tf


def scaled(x):
    y = tf.tanh(x)
    if tf.reduce_sum(x) > 0.0:
        scale = tf.square(x) + 2.0
    y = y + x
    if tf.reduce_sum(x) > 0.0:
        y = y * scale
    return y


X = tf.constant([1.0, -2.0, 3.0])
results = [scaled(X), scaled(-X)]
