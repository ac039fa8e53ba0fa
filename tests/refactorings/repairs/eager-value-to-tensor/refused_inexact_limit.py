import tensorflow as tf


def limited(x):
    if float(tf.reduce_sum(x)) > 0.1:
        x = x * 2.0
    return tf.tanh(x)


results = [limited(tf.constant([1.0, -2.0]))]
