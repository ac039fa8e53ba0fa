"""What is left of a sum with a constant, where a logarithm or a quotient tells nearly nothing from nothing."""

import tensorflow as tf


# tf: differs
def complement(p):  # expect: convert unsafe
    return 1.0 - (1.0 - p)


# tf: differs
def log_survival(p):  # expect: convert unsafe
    return tf.math.log(complement(p))


# tf: same
def plain_complement(p):  # expect: convert
    return 1.0 - p


p = tf.constant([0.25, 1e-9])
results = [log_survival(p), tf.math.log(plain_complement(p))]
