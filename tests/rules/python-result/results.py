"""A graph returns tensors: Python numbers, NumPy arrays and variables come back as tensors."""

import collections

import numpy as np
import tensorflow as tf

Pair = collections.namedtuple("Pair", "mean total")
weights = tf.Variable([1.0, 2.0])


# tf: differs
def with_count(x):  # expect: HYB112
    return tf.reduce_sum(x), 3


# tf: differs
def rank(x):  # expect: HYB112
    y = tf.square(x)
    return len(y.shape)


# tf: differs
def described(x):  # expect: HYB112
    return {"mean": tf.reduce_mean(x), "shape": x.shape.as_list()}


# tf: differs
def static_shape(x):  # expect: HYB112
    return tf.square(x).shape


# tf: differs
def array(x):  # expect: HYB112
    tf.debugging.assert_non_negative(x)
    return np.zeros(2, np.float32)


# tf: differs
def variable(x):  # expect: HYB112
    weights.assign_add(x)
    return weights


# tf: same
def value_of_variable(x):  # expect: convert
    weights.assign_add(x)
    return weights.read_value()


# tf: same
def pair(x):  # expect: convert
    return Pair(tf.reduce_mean(x), tf.reduce_sum(x))


# tf: same
def named(x):  # expect: convert
    return {"mean": tf.reduce_mean(x), "parts": [x, x * 2.0]}


# tf: same
def nothing(x):  # expect: convert
    weights.assign_add(x)


# tf: differs
def text(x):  # expect: HYB112
    tf.debugging.assert_non_negative(x)
    return "done"


class Result:
    def __init__(self, value):
        self.value = value


# tf: raises TypeError "To be compatible with tf.function, Python functions must ret"
def wrapped(x):  # expect: HYB112
    return Result(x * 2.0)


# tf: raises TypeError "To be compatible with tf.function, Python functions must ret"
def function(x):  # expect: HYB112
    y = x * 2.0
    return lambda z: y + z


# tf: differs
def distribution(x):  # expect: HYB112
    return tf.data.Dataset.from_tensor_slices(x * 2.0)


# tf: same
def maybe(x, flag):  # expect: convert
    y = x * 2.0
    return (y, None) if flag else (y, y)


kept = []
for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    kept.append(with_count(value))
    kept.append(rank(value))
    kept.append(described(value))
    kept.append(static_shape(value))
    kept.append(array(value))
    kept.append(variable(value))
    value_of_variable(value)
    pair(value)
    named(value)
    nothing(value)
    kept.append(text(value))
    wrapped(value).value
    function(value)(value)
    distribution(value)
    maybe(value, True)
