"""A `TensorArray` that a function fills in place for its caller, which it does in eager execution only."""

import tensorflow as tf


def put(rows, index, x):
    rows = rows.write(index, x)


# tf: differs
def by_helper(x):  # expect: HYB105
    rows = tf.TensorArray(tf.float32, 2, element_shape=(2,))
    put(rows, 0, x)
    put(rows, 1, x)
    return tf.exp(rows.stack())


RESULTS = [by_helper(tf.constant([1.0, 2.0])), by_helper(tf.constant([3.0, 4.0]))]
