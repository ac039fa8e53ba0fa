import tensorflow as tf


def scores(parts):
    total = tf.zeros([])
    for part in parts:
        mean = tf.keras.metrics.Mean()
        mean.update_state(part)
        total += mean.result()
    return total


results = [scores([tf.constant([1.0, -2.0]), tf.constant([3.0])])]
