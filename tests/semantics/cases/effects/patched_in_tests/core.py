"""A test watches a function of TensorFlow for a time: that is no change that the program sees."""

import tensorflow as tf


def scaled(x):  # fact: called=true verdict=convert safe=true
    return tf.cast(tf.tanh(x), tf.float64) * 2.0


scaled(tf.ones([3]))
