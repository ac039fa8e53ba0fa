"""What a graph rounds otherwise, in half precision, where the last bit is seen without any rounding."""

import tensorflow as tf


# tf: differs
def scaled(x):  # expect: convert unsafe
    return x * tf.constant(0.1, tf.float16) * tf.constant(10.0, tf.float16)


# tf: same
def doubled(x):  # expect: convert
    return x * tf.constant(2.0, tf.float16)


# tf: same
def in_single(x):  # expect: convert
    return tf.cast(x, tf.float32) * 0.1 * 10.0


x = tf.cast(tf.constant([7.7, 0.3, 5.1]), tf.float16)
results = [scaled(x), doubled(x), in_single(x)]
