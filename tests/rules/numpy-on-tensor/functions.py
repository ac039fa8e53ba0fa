"""NumPy reads values, and a traced tensor has none; constants may be computed with NumPy."""

import numpy as np
import tensorflow as tf


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (x:"
def sums(x):  # expect: HYB107
    return np.sum(x) + tf.reduce_max(x)


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (x:"
def converts(x):  # expect: HYB107
    array = np.array(x)
    return tf.constant(array.mean())


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (x:"
def clips(x):  # expect: HYB107
    return tf.square(np.clip(x, 0.0, 1.0))


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (Sq"
def mixes(x):  # expect: HYB107
    return np.dot(np.ones(2, np.float32), tf.square(x))


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (Ar"
def by_index(x):  # expect: HYB107
    table = np.array([1.0, 2.0, 3.0], np.float32)
    return x * table[tf.argmax(x)]


# tf: same
def constant_table(x):  # expect: convert
    table = np.linspace(0.0, 1.0, 2).astype(np.float32)
    return x * table


# tf: same
def from_shape(x):  # expect: convert
    return x / float(np.prod(x.shape))


# tf: same
def same_in_tensorflow(x):  # expect: convert
    return tf.reduce_sum(x) + tf.clip_by_value(tf.reduce_max(x), 0.0, 1.0)


def normalise(values):
    return (values - np.mean(values)) / np.std(values)


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (x:"
def through_helper(x):  # expect: HYB107
    return tf.nn.relu(normalise(x))


# tf: same
def dtype_only(x):  # expect: convert
    return tf.cast(x, np.float64) * np.pi


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    sums(value)
    converts(value)
    clips(value)
    mixes(value)
    by_index(value)
    constant_table(value)
    from_shape(value)
    same_in_tensorflow(value)
    through_helper(value)
    dtype_only(value)
