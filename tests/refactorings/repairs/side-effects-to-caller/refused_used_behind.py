# unsafe
import tensorflow as tf

def trained(x, parts):
    y = tf.tanh(x)
    parts.append(y)
    y = tf.square(tf.add_n(parts)) * 0.1 + tf.tanh(x)
    return tf.reduce_sum(y * x)


PARTS = [tf.constant([0.5, -1.0])]
results = [trained(tf.constant([0.5, -1.0]), PARTS)]
