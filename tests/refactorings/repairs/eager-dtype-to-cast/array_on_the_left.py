import numpy as np
import tensorflow as tf

SCALE = tf.Variable([2.0, 3.0], dtype=tf.float64)


def scaled(x, counts):
    return counts * SCALE + tf.reduce_sum(tf.tanh(x))


X = tf.constant([0.5, 1.5], tf.float64)
results = [scaled(X, np.arange(2) + k) for k in range(5)]
