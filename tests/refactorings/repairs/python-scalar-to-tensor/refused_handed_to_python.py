import tensorflow as tf


def decay(rate, times):
    return rate**times


def step(w, rate):
    return w - decay(rate, 2) * tf.tanh(w)


W = tf.constant([1.0, 2.0])
results = [step(W, 0.1 / (k + 1)) for k in range(12)]
