import numpy as np
import tensorflow as tf


def centre(x):
    y = tf.subtract(x, np.mean(x, axis=0, keepdims=True))
    return tf.clip_by_value(np.clip(y, a_min=-1.0, a_max=1.0), -0.5, 0.5)


X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [centre(X), centre(X * 0.5)]
