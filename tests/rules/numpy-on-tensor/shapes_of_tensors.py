"""What asks a tensor for its shape only, and tables of tensors."""

import numpy as np
import tensorflow as tf


# tf: same
def by_shape(x):  # expect: convert
    return x * float(np.shape(x)[0])


# tf: same
def by_ndim(x):  # expect: convert
    return x * np.ndim(x)


# tf: raises NotImplementedError "Cannot convert a symbolic tf.Tensor"
def by_size(x):  # expect: HYB107
    return x * float(np.size(x))


# tf: same
def with_shape(x):  # expect: convert
    if hasattr(x, "shape") and not hasattr(x, "assign"):
        return x * float(x.shape[0])
    return tf.constant(x)


# tf: differs
def with_numpy(x):  # expect: HYB106
    return x * (2.0 if hasattr(x, "numpy") else 3.0)


table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), 0)


class Words:
    def __init__(self):
        self.table = table

    # tf: same
    def ids(self, words):  # expect: convert
        return self.table.lookup(words) + 1

    # tf: same
    def padded(self, ids):  # expect: convert
        return tf.pad(ids, [[0, 2]])

    # tf: differs
    def named(self, ids):  # expect: HYB101
        print(ids.shape)
        return ids * tf.cast(self.table.size(), ids.dtype)


x = tf.constant([1.0, 2.0])
for function in (by_shape, by_ndim, by_size, with_shape, with_numpy):
    function(x)
words = Words()
words.named(words.padded(words.ids(tf.constant(["a", "z"]))))
