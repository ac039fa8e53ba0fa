import tensorflow as tf


def positive(x, scale):
    kept = tf.boolean_mask(x, x[:, 0] > 0.0)
    sums = tf.stack([tf.reduce_sum(row) * scale for row in kept])
    signs = tf.stack([tf.cast(tf.sign(row), tf.int32) for row in kept])
    return tf.reduce_sum(sums), signs


X = tf.constant([[1.0, -2.0], [0.5, 3.0], [-1.0, 1.0]])
S = tf.constant(2.0)
results = [positive(X, S), positive(-X, S)]
