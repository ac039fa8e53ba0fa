"""Dtypes as arguments: those of TensorFlow equal NumPy's types, and not the names."""

import numpy as np
import tensorflow as tf


# tf: same, traces 2
def cast(x, dtype):  # expect: convert
    return tf.cast(x, dtype)


# tf: same, traces 1
def cast_alike(x, dtype):  # expect: convert
    return tf.cast(x, dtype)


# tf: same, traces 2
def cast_otherwise(x, dtype):  # expect: convert
    return tf.cast(x, dtype)


# tf: same, traces 1
def cast_to_floats(x, dtype):  # expect: convert
    return tf.cast(x, dtype)


one = tf.constant([1.5])
results = [cast(one, tf.int32), cast(one, "int32"), cast(one, np.int32)]
results += [cast_alike(one, tf.int32), cast_alike(one, np.int32)]
results += [cast_otherwise(one, tf.int32), cast_otherwise(one, np.int64)]
results += [cast_to_floats(one, float), cast_to_floats(one, tf.float32)]
