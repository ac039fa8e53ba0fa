import tensorflow as tf


def scaled(x):
    return x * float(tf.reduce_sum(x, axis=0, keepdims=True)) + tf.tanh(x)


results = [scaled(tf.constant([1.0, -2.0]))]
