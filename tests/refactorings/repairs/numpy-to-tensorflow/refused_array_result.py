import numpy as np
import tensorflow as tf


def ranked(x):
    order = np.tanh(x)
    order[0] = 0.0
    return tf.reduce_sum(order)


X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [ranked(X)]
