# unsafe
import tensorflow as tf


def ratio(x):
    assert tf.reduce_sum(x), "zero"
    return 1.0 / tf.reduce_sum(x)


results = [ratio(tf.constant([1.0, 4.0]))]
