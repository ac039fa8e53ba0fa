"""Logarithms of a softmax, which a graph computes as one operation."""

import tensorflow as tf


# tf: differs
def at_once(x):  # expect: convert unsafe
    return tf.math.log(tf.nn.softmax(x))


# tf: differs
def by_variable(x):  # expect: convert unsafe
    probabilities = tf.nn.softmax(x, axis=-1)
    return tf.reduce_sum(tf.math.log(probabilities))


# tf: same
def guarded(x):  # expect: convert
    return tf.math.log(tf.nn.softmax(x) + 1e-7)


# tf: same
def in_one(x):  # expect: convert
    return tf.nn.log_softmax(x)


logits = tf.constant([[100.0, 300.0]])
results = [at_once(logits), by_variable(logits), guarded(logits), in_one(logits)]
