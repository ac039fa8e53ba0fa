"""Methods, several arguments, and arrays."""

import numpy as np
import tensorflow as tf


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable([[1.0], [2.0]])

    # tf: same, traces 3
    @tf.function
    def forward(self, x):  # expect: reconfigure HYB128
        return tf.matmul(x, self.weight)

    # tf: same, traces 1
    @tf.function
    def one_shape(self, x):  # expect: keep
        return tf.matmul(x, self.weight)


# tf: same, traces 3
@tf.function
def pair(a, b):  # expect: HYB128
    return a + tf.reduce_sum(b)


# tf: same, traces 3
@tf.function
def unpacks(x):  # expect: HYB128
    first, *rest = tf.unstack(x)
    return first + tf.add_n(rest)


# tf: same, traces 3
@tf.function
def of_arrays(x, y):  # expect: reconfigure HYB128
    return tf.reduce_mean(x) * y


model = Model()
model.forward(tf.ones([1, 2]))
model.forward(tf.ones([2, 2]))
model.forward(tf.ones([3, 2]))
model.one_shape(tf.ones([3, 2]))
pair(tf.ones([2]), tf.ones([2]))
pair(tf.ones([2]), tf.ones([3]))
pair(tf.ones([3]), tf.ones([3]))
unpacks(tf.ones([2]))
unpacks(tf.ones([3]))
unpacks(tf.ones([4]))
of_arrays(np.ones([2]), tf.constant(2.0, tf.float64))
of_arrays(np.ones([3]), tf.constant(2.0, tf.float64))
of_arrays(np.ones([4]), tf.constant(2.0, tf.float64))
