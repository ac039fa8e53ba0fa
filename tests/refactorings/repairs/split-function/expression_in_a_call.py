import tensorflow as tf


def score(x, y):
    return float(tf.reduce_mean(tf.cast(tf.equal(tf.argmax(x, 1), tf.argmax(y, 1)), tf.float32)))


X = tf.constant([[1.0, 2.0], [3.0, 1.0], [0.0, 1.0]])
Y = tf.constant([[0.0, 1.0], [0.0, 1.0], [0.0, 1.0]])
results = [score(X, Y), score(Y, X)]
