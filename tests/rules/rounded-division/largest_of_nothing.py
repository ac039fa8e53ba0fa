"""The largest result of a function, which a graph computes of the largest argument: of nothing that is another number."""

import tensorflow as tf


# tf: differs
def peak(x):  # expect: convert unsafe
    return tf.reduce_max(tf.exp(x))


# tf: differs
def peaks(x):  # expect: convert unsafe
    return tf.reduce_max(tf.sigmoid(x), axis=0)


# tf: same
def peaks_of_rows(x):  # expect: convert
    return tf.reduce_max(tf.sigmoid(x), axis=1)


results = [peak(tf.zeros([0])), peaks(tf.zeros([0, 2])), peaks_of_rows(tf.zeros([0, 2]))]
