import tensorflow as tf


def make(scale):
    calls = []

    def apply(x):
        calls.append(len(calls))
        y = tf.tanh(x * scale) + 1.0
        z = tf.reduce_sum(y * y) / 2.0
        calls.append(float(z))
        return z

    return apply, calls


APPLY, CALLS = make(tf.constant(2.0))
results = [APPLY(tf.constant([1.0, 2.0])), APPLY(tf.constant([0.5, 3.0]))]
