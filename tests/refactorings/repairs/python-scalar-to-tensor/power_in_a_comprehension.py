import tensorflow as tf


def power(x, n):
    return tf.reduce_sum(x ** n) * n - tf.maximum(tf.reduce_mean(x), n)


X = tf.constant([0.5, 1.5])
results = [power(X, n) for n in range(12)] + [power(n=0.25, x=X)]
