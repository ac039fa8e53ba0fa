"""Callers that handle errors of TensorFlow, by type."""

import tensorflow as tf

caught = []


# tf: differs
def product(a, b):  # expect: undetermined HYB129
    return tf.matmul(a, b)


# tf: differs
def added(a, b):  # expect: undetermined HYB129
    return tf.add(a, b) * 2.0


# tf: same
def positive(x):  # expect: undetermined HYB129
    tf.debugging.assert_positive(x)
    return x * 2.0


# tf: differs
def any_error(a, b):  # expect: convert unsafe
    return tf.matmul(a, b)


# tf: differs
def both_errors(a, b):  # expect: convert unsafe
    return tf.matmul(a, b)


# tf: same
def uncaught(a, b):  # expect: convert
    return tf.matmul(a, b)


wide = tf.ones([2, 3])
try:
    product(wide, wide)
except tf.errors.InvalidArgumentError:
    caught.append("shapes")
try:
    added(wide, tf.ones([2, 3], tf.float64))
except tf.errors.InvalidArgumentError:
    caught.append("dtypes")
try:
    positive(-wide)
except tf.errors.InvalidArgumentError:
    caught.append("values")
try:
    any_error(wide, wide)
except Exception:
    caught.append("any")
try:
    both_errors(wide, wide)
except (tf.errors.InvalidArgumentError, ValueError):
    caught.append("both")
uncaught(wide, tf.transpose(wide))
