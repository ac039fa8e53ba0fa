"""Tensors are keys by kind, dtype and shape; NumPy arrays are tensors."""

import numpy as np
import tensorflow as tf


# tf: traces 1
def same_shape(x):  # fact: traces=1
    return x * 2


# tf: traces 2
def growing(x):  # fact: traces=2
    return tf.reduce_sum(x)


# tf: traces 3
def slices(x):  # fact: traces=3
    return tf.reduce_sum(x)


# tf: traces 2
def ranks(x):  # fact: traces=2
    return tf.reduce_sum(x)


# tf: traces 2
def dtypes(x):  # fact: traces=2
    return x + x


# tf: traces 1
def arrays_are_tensors(x):  # fact: traces=1
    return x * 2.0


# tf: traces 2
def double_precision(x):  # fact: traces=2
    return x + x


# tf: traces 1
def numpy_numbers(x, rate):  # fact: traces=1
    return x * rate


# tf: traces 2
def variable_or_tensor(x):  # fact: traces=2
    return x + 1.0


# tf: traces 1
def two_variables(x):  # fact: traces=1
    return x + 1.0


# tf: traces 1
def unknown_but_the_same(x):  # fact: traces=1
    return tf.reduce_mean(x)


x = tf.constant([1.0, 2.0, 3.0])
same_shape(x)
same_shape(x * 2.0)
same_shape(tf.zeros([3]))
growing(x)
growing(tf.concat([x, x], axis=0))
slices(x)
slices(x[:2])
slices(x[1:2])
ranks(x)
ranks(tf.reshape(x, [3, 1]))
dtypes(x)
dtypes(tf.cast(x, tf.int32))
arrays_are_tensors(x)
arrays_are_tensors(np.ones(3, np.float32))
double_precision(x)
double_precision(np.ones(3))
numpy_numbers(x, np.float32(0.1))
numpy_numbers(x, np.float32(0.2))
variable_or_tensor(x)
variable_or_tensor(tf.Variable(x))
first = tf.Variable([1.0])
second = tf.Variable([2.0])
two_variables(first)
two_variables(second)
chosen = tf.boolean_mask(x, x > 1.5)
for _ in range(10):
    unknown_but_the_same(chosen)
unknown_but_the_same(chosen)
