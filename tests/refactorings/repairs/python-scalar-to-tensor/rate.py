import tensorflow as tf


def step(w, x, rate):
    y = tf.tanh(w * x)
    return w - rate * y


W, X = tf.constant([1.0, 2.0]), tf.constant([0.5, -1.0])
results = []
for i in range(20):
    W = step(W, X, 0.1 / (i + 1))
    results.append(W)
