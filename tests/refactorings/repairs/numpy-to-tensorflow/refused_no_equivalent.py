import numpy as np
import tensorflow as tf


def ranked(x):
    return tf.reduce_sum(np.percentile(x, 50)) + tf.reduce_sum(np.sum(x, axis=0, dtype=np.float64))


X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [ranked(X)]
