import numpy as np
import tensorflow as tf


def moved(x, steps):
    y = tf.tanh(x)
    y += steps
    y -= tf.reduce_mean(y)
    return y


X = tf.constant([0.1, 0.7, 2.5])
results = [moved(X, np.linspace(0, k, 3)) for k in range(5)]
