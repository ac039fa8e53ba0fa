# unsafe
import tensorflow as tf


def checked(x):
    if tf.reduce_any(tf.math.is_nan(x)):
        raise ValueError("a number is missing")
    return tf.reduce_sum(x) * 2.0


results = [checked(tf.constant([1.0, 4.0]))]
