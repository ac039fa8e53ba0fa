"""Shapes taken backwards by a slice of `tf.shape(x)`: TensorFlow misreads the slice while it infers shapes."""

import tensorflow as tf


# tf: raises ValueError "Subshape must have computed start >= end"
def zeros(x):  # expect: HYB105
    return tf.zeros(tf.shape(x)[::-1])


# tf: raises ValueError "Subshape must have computed start >= end"
def turned(x):  # expect: HYB105
    lengths = tf.shape(x)[-1::-1]
    return tf.reshape(x, lengths)


# tf: raises ValueError "Subshape must have computed start >= end"
def padded(x):  # expect: HYB105
    return tf.reshape(x, tf.concat([tf.shape(x)[::-1], [1]], 0))


# tf: raises ValueError "Subshape must have computed start >= end"
def corner(x):  # expect: HYB105
    return tf.slice(tf.ones([4, 4]) * x[0, 0], [0, 0], tf.shape(x)[::-1])


# tf: same
def by_reverse(x):  # expect: convert
    return tf.zeros(tf.reverse(tf.shape(x), [0]))


# tf: same
def one_by_one(x):  # expect: convert
    lengths = tf.shape(x)[::-1]
    return tf.cast(lengths, tf.float32) * tf.reduce_sum(x)


# tf: same
def of_elements(x):  # expect: convert
    return tf.zeros(tf.shape(x)[:2]) + tf.reduce_sum(x[::-1])


x = tf.ones([2, 3])
for function in (zeros, turned, padded, corner, by_reverse, one_by_one, of_elements):
    function(x)
