# unsafe
import tensorflow as tf

LOG = []
WEIGHT = tf.Variable([1.0, 2.0])


def trained(x):
    y = tf.tanh(x * WEIGHT)
    LOG.append(float(tf.reduce_sum(WEIGHT)))
    WEIGHT.assign_sub(tf.square(y) * 0.1 + tf.tanh(x))
    return tf.reduce_sum(y * x)


results = [trained(tf.constant([0.5, -1.0]))]
