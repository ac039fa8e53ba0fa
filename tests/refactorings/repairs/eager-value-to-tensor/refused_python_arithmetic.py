import tensorflow as tf


def scaled(x):
    return x * (float(tf.reduce_sum(x)) * 1.1 + 0.3) + tf.tanh(x)


results = [scaled(tf.constant([1.0, -2.0]))]
