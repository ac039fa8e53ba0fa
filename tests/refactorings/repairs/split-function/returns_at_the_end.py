import logging

import tensorflow as tf


def normalise(x, epsilon=1e-3):
    logging.getLogger("quiet").debug("normalising")
    mean = tf.reduce_mean(x, axis=0)
    centred = x - mean
    spread = tf.sqrt(tf.reduce_mean(centred * centred, axis=0) + epsilon)
    text = """
    kept as it is
      with its indentation
    """
    return centred / spread, mean


X = tf.constant([[1.0, 2.0], [3.0, 1.0], [0.0, 1.0]])
results = [normalise(X), normalise(X * 2.0)]
