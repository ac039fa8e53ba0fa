import tensorflow as tf


def batches(x):
    for start in range(0, 4, 2):
        part = x[start : start + 2]
        mean = tf.reduce_mean(part) + tf.reduce_max(part) * 2.0
        yield part - mean


results = list(batches(tf.constant([1.0, 2.0, 3.0, 4.0])))
