import tensorflow as tf


def solve(a, b):
    try:
        x = tf.linalg.solve(a, b)
        residual = tf.reduce_sum(tf.square(a @ x - b)) + tf.reduce_sum(x)
        return float(residual)
    except tf.errors.InvalidArgumentError:
        return None


results = [solve(tf.eye(2), tf.ones([2, 1]))]
