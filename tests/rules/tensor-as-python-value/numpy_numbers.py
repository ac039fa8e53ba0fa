"""NumPy numbers as arguments where an operation wants a number of Python, or an int32: a graph has a tensor there."""

import numpy as np
import tensorflow as tf


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def stacked(x, axis):  # expect: HYB105
    return tf.stack([x, x], axis=axis)


# tf: raises ValueError "split"
def parts(x, count):  # expect: HYB105
    return tf.split(x, count)


# tf: same
def parts_of_lengths(x):  # expect: convert
    first, rest = tf.split(x, [1, tf.shape(x)[0] - 1])
    return tf.reduce_sum(first) * rest


# tf: raises TypeError "int64"
def encoded(labels, depth):  # expect: HYB114
    return tf.one_hot(labels, depth)


# tf: same
def joined(x, axis):  # expect: convert
    return tf.concat([x, x], axis)


# tf: same
def spectrum(signal):  # expect: convert
    magnitude = tf.abs(tf.signal.rfft(signal))
    return magnitude * tf.constant([1.0, 2.0, 1.0])


x = tf.constant([1.0, 2.0, 3.0, 4.0])
results = [
    stacked(x, np.int64(0)),
    parts(x, np.int64(2)),
    parts_of_lengths(x),
    encoded(tf.constant([0, 2]), np.int64(3)),
    joined(x, np.int64(0)),
    spectrum(x),
]
