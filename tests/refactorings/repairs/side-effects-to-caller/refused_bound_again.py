# unsafe
import tensorflow as tf

LOG = []


def trained(x):
    y = tf.tanh(x)
    LOG.append(y)
    y = tf.square(y) * 0.1 + tf.tanh(x)
    return tf.reduce_sum(y * x)


results = [trained(tf.constant([0.5, -1.0]))]
