import tensorflow as tf


def damped(w, rate, scale=2.0):
    return tf.tanh(w) * rate / scale


W = tf.constant([1.0, 2.0])
results = [damped(W, 0.5), damped(W, 1), damped(W, scale=4.0, rate=0.25)]
for k in range(10):
    results.append(damped(W, k * 0.3))
