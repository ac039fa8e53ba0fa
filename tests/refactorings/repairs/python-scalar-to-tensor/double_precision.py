import tensorflow as tf


def decayed(w, rate):
    return w - rate * tf.tanh(w) + -rate * 0.5 * tf.square(w)


W = tf.constant([1.0, 2.0], tf.float64)
results = [decayed(W, 0.1 * k) for k in range(1, 12)]
