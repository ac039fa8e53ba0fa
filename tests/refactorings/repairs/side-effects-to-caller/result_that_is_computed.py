# unsafe
import tensorflow as tf

LOG = []


def trained(x, y):
    z = tf.sigmoid(x - y)
    LOG.append(z)
    error = tf.reduce_mean(tf.square(z - y)) * 2.0
    return float(error), {"error": error, "z": z * 2.0}


X = tf.constant([0.5, -1.0])
results = [trained(X, X * 2.0), trained(X * 2.0, X)]
