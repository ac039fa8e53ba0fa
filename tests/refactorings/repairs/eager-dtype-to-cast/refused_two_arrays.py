import numpy as np
import tensorflow as tf


def weighed(x, weights, counts):
    return tf.tanh(x) * weights * tf.reduce_sum(weights * counts)


X = tf.constant([0.1, 0.7, 2.5])
results = [weighed(X, np.array([0.5, 1.5, 2.5]), np.arange(3, dtype=np.float32)) for _ in range(3)]
