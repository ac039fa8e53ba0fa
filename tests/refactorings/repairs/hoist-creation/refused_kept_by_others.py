import tensorflow as tf


def score(x):
    mean = tf.keras.metrics.Mean()
    mean.update_state(tf.square(x))
    return mean.result(), mean


results = [score(tf.constant([1.0, -2.0]))[0]]
