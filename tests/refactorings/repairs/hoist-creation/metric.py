import tensorflow as tf


# How far off.
def score(x, y):
    """Mean distance."""
    mean = tf.keras.metrics.Mean(name="mean")  # of all elements
    mean.update_state(tf.abs(x - y))
    mean.update_state(tf.square(x - y))
    return mean.result() + tf.reduce_max(x)


X, Y = tf.constant([1.0, -2.0, 3.0]), tf.constant([0.5, 0.5, 0.5])
results = [score(X, Y), score(Y, X * 2.0), score(X, Y)]
