# unsafe
import tensorflow as tf

LOG = []


def trained(x, y):
    z = tf.sigmoid(x - y)
    LOG.append(("z", z))
    v = z + y
    for _ in range(3):
        v = v * 0.5 + tf.tanh(y)  # smaller
    e = tf.reduce_mean(tf.square(v - y))
    LOG.append(("e", e))
    f = tf.square(e)
    return f * 2.0 + tf.reduce_sum(x)


X = tf.constant([0.5, -1.0])
results = [trained(X, X * 2.0), trained(X * 2.0, X)]
