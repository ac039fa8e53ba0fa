# unsafe
import tensorflow as tf


def root(x):
    assert tf.reduce_all(x >= 0.0), "negative input"
    return tf.sqrt(x) + 1.0


results = [root(tf.constant([1.0, 4.0])), root(tf.constant([0.0, 9.0]))]
