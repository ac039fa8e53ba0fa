# unsafe
import tensorflow as tf

LOG = []
WEIGHT = tf.Variable([1.0, 2.0])


def trained(x, weight=WEIGHT):
    y = tf.tanh(x * weight)
    LOG.append(weight.numpy())
    weight.assign_sub(tf.square(y) * 0.1 + tf.tanh(x))
    return tf.reduce_sum(y * x)


results = [trained(tf.constant([0.5, -1.0]))]
