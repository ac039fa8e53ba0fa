"""`tf.linspace` divides, so that between integers it gives floats."""

import tensorflow as tf


# tf: same
def scaled(x):  # expect: convert
    y = x * 2.0
    if tf.reduce_sum(x) > 100.0:
        y = 0.5 * x + tf.range(1, tf.shape(x)[0] + 1, dtype=x.dtype)
    return y


# tf: raises TypeError "TypeError: Expected int32, but got 0.5 of type 'float'."
def counted(x):  # expect: HYB109
    y = x * 2
    if tf.reduce_sum(x) > 100:
        y = tf.cast(0.5 * x, x.dtype)
    return y


# tf: raises TypeError "TypeError: 'y' has dtype int32 in the main branch, but dtype"
def joined(x):  # expect: HYB109
    y = tf.linspace([0], [4], 5)
    if tf.reduce_sum(x) > 100:
        y = x
    return y


for _ in range(3):
    scaled(tf.linspace(-3, 3, 5))
    counted(tf.range(5))
    joined(tf.ones([5, 1], tf.int32))
