import numpy as np
import tensorflow as tf


def distance(rows, centre):
    return tf.reduce_sum(tf.square(rows - centre), axis=-1)


ROWS = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
results = [distance(ROWS, np.array([0.1, 0.2, 0.3]) * k) for k in range(5)]
