import tensorflow as tf


def split(x):
    low = []
    high = []
    for value in x:
        low.append(tf.minimum(value, 0.0))
        high.append(tf.maximum(value, 0.0))
    return tf.stack(low) + 1.0, tf.stack(high)


results = [split(tf.constant([1.0, -2.0, 3.0]))]
