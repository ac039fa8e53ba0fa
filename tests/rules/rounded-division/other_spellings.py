"""Divisions by constants by the name of a function or a tensor, and other operations that notice the last bit."""

import tensorflow as tf
from keras import ops


# tf: differs
def by_divide(x):  # expect: HYB115
    return tf.cast(tf.divide(x, 0.1), tf.int32)


# tf: differs
def by_truediv(x):  # expect: HYB115
    return tf.cast(tf.math.truediv(x, tf.constant(0.1)), tf.int32)


# tf: differs
def by_constant(x):  # expect: HYB115
    step = tf.constant(0.1)
    return tf.floor(x / step)


# tf: differs
def by_keras(x):  # expect: HYB115
    return ops.cast(ops.divide(x, 0.1), "int32")


# tf: differs
def rest(x):  # expect: HYB115
    return x / 0.1 % 1.0


# tf: differs
def on_level(x):  # expect: HYB115
    return tf.equal(x / 0.1, tf.round(x * 10.0))


# tf: differs
def saturated(x):  # expect: HYB115
    return tf.saturate_cast(x / 0.1, tf.uint8)


# tf: differs
def counted(x):  # expect: HYB115
    return tf.histogram_fixed_width(x / 0.1, [0.0, 60.0], 60)


# tf: same
def by_power_of_two(x):  # expect: convert
    return tf.cast(tf.divide(x, 0.125), tf.int32) + tf.cast(x / tf.constant(0.25), tf.int32)


# tf: same
def by_argument(x, step):  # expect: convert
    return tf.cast(tf.divide(x, step), tf.int32)


x = tf.constant([k * 0.1 for k in range(60)])
functions = (by_divide, by_truediv, by_constant, by_keras, rest, on_level, saturated, counted, by_power_of_two)
results = [*(f(x) for f in functions), by_argument(x, tf.constant(0.1))]
