import tensorflow as tf


def mean(x):
    parts = []
    for value in x:
        parts.append(tf.square(value))
    return tf.reduce_sum(tf.stack(parts)) / len(parts)


results = [mean(tf.constant([1.0, -2.0, 3.0]))]
