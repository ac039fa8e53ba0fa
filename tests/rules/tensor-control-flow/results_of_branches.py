"""Returns that depend on the value of a tensor: a graph needs tensors of one dtype, of whatever length."""

import tensorflow as tf


# tf: same
def other_lengths(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        return tf.zeros([2])
    return tf.ones([3])


# tf: same
def pairs(x, y):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        return x, y
    return y, x


# tf: raises TypeError "TypeError: 'retval_' has dtype int32 in the main branch, but"
def other_dtypes(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        return tf.cast(x, tf.int32)
    return x


# tf: raises TypeError "TypeError: 'retval_' has dtype int32 in the main branch, but"
def dtypes_in_pairs(x, y):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        return x, tf.cast(y, tf.int32)
    return y, x


# tf: differs
def number(x):  # expect: convert unsafe
    if tf.reduce_sum(x) > 0.0:
        return 0.0
    return tf.reduce_sum(x)


# tf: raises ValueError "ValueError: the else branch must also have a return statemen"
def nothing(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        return x


x, y = tf.ones([3]), tf.zeros([2])
for value in (x, -x):
    other_lengths(value), pairs(value, y), other_dtypes(value), dtypes_in_pairs(value, y), number(value), nothing(value)
