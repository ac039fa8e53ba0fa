# unsafe
# differs: globals
import tensorflow as tf


def checked(x):
    assert tf.reduce_sum(x) < 10.0, "too large"
    return x * 2.0 + 1.0


try:
    checked(tf.constant([9.0, 4.0]))
except (AssertionError, tf.errors.InvalidArgumentError) as error:
    kind = type(error).__name__
