"""A traced tensor is another kind of object than an eager one."""

import tensorflow as tf


# tf: differs
def id_based(x):  # expect: HYB106
    return x + float(id(x) % 1000)


# tf: differs
def hasattr_numpy(x):  # expect: HYB106
    if hasattr(x, "numpy"):
        return x * 2.0
    return x


# tf: same
def is_tensor(x):  # expect: convert
    if tf.is_tensor(x):
        return x * 2.0
    return x


# tf: same
def is_instance(x):  # expect: convert
    if isinstance(x, tf.Tensor):
        return x * 2.0
    return x


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    id_based(value)
    hasattr_numpy(value)
    is_tensor(value)
    is_instance(value)
