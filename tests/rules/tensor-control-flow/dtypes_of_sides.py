"""Tensors of a dtype that cannot be seen, set on both sides of a branch: that it is one is an assumption."""

import tensorflow as tf


def normalised(x: tf.Tensor, scale: tf.Tensor, inverse: tf.Tensor):  # expect: convert unsafe
    if tf.reduce_all(inverse):
        y = tf.exp(-scale) * x
    else:
        y = tf.exp(scale) * x
    return y


# tf: raises TypeError "dtype"
def mixed(x, flag):  # expect: HYB109
    if flag > 0.0:
        y = x
    else:
        y = tf.cast(x, tf.int32)
    return tf.cast(y, tf.float64)


# tf: raises TypeError "'rounded' has dtype"
def mixed_beside_a_number(x):  # expect: HYB109
    factor = 1.0
    rounded = x
    if tf.reduce_sum(x) > 0.0:
        factor = tf.reduce_sum(x)
        rounded = tf.cast(x, tf.int32)
    return factor * tf.cast(rounded, tf.float32)


value = mixed(tf.constant([1.0, 2.0]), tf.constant(1.0))
mixed_beside_a_number(tf.constant([1.0, 2.0]))
