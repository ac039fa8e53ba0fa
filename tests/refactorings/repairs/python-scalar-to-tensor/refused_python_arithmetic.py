import tensorflow as tf


def decayed(w, rate, epoch):
    return w - rate / (1.0 + 0.3 * epoch) * tf.tanh(w)


W = tf.constant([1.0, 2.0])
results = [decayed(W, 0.1, epoch) for epoch in range(12)]
