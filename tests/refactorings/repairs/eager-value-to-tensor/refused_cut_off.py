import tensorflow as tf


def scaled(x):
    return tf.tanh(x) * int(tf.reduce_max(x) * 10.0)


results = [scaled(tf.constant([0.55, -1.0]))]
