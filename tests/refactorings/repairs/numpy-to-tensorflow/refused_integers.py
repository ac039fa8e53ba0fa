import numpy as np
import tensorflow as tf


def total(x):
    return tf.cast(np.sum(x), tf.float32) * 2.0


results = [total(tf.constant([1, 2, 3]))]
