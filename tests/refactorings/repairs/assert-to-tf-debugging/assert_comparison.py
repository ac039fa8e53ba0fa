# unsafe
import tensorflow as tf


def mean(x):
    assert tf.size(x) > 0  # nothing to average
    return tf.reduce_sum(x) / tf.cast(tf.size(x), x.dtype)


results = [mean(tf.constant([1.0, 4.0])), mean(tf.constant([0.0, 9.0, 1.0]))]
