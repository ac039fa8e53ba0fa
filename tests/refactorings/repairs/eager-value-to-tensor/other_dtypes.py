import tensorflow as tf


def counted(x, y):
    count = tf.reduce_sum(tf.cast(x > 0.0, tf.int32))
    whole = tf.reduce_max(tf.cast(y, tf.float64))
    return y * float(count) + tf.reduce_sum(y) * float(whole) - y[int(count)]


X = tf.constant([1.0, -2.0, 3.0, 0.0])
results = [counted(X, X * 0.3), counted(-X, X)]
