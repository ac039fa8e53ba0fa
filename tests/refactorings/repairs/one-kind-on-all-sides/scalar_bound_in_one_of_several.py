# unsafe
import tensorflow as tf


def scaled(x):
    peak = tf.reduce_max(x)
    if peak > 2.0:
        rate = peak * 0.5
    elif peak > 1.0:
        rate = peak * 2.0
    if peak > 1.0:
        x = x * rate
    return tf.tanh(x) + x


X = tf.constant([1.0, -2.0, 3.0])
results = [scaled(X), scaled(-X)]
