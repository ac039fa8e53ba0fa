"""A graph takes named tuples apart, and gets tensors for the arrays in them: NumPy's methods of these are missing."""

import collections
from typing import NamedTuple

import numpy as np
import tensorflow as tf


class Batch(NamedTuple):
    values: np.ndarray
    scale: float = 2.0

    def total(self):
        return self.values.sum()

    def in_tensorflow(self):
        return tf.reduce_sum(self.values)


class Pair(collections.namedtuple("Pair", "values scale")):
    def total(self):
        return self.values.sum()


Plain = collections.namedtuple("Plain", "values scale")


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def by_method(batch, x):  # expect: HYB106
    return x * batch.total()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def of_field(batch, x):  # expect: HYB106
    return x * batch.values.sum()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def of_subclass(pair, x):  # expect: convert unsafe
    return x * pair.total()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def of_plain(plain, x):  # expect: HYB106
    return x * plain.values.sum()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def inside_a_list(batches, x):  # expect: HYB106
    return x * batches[0].total()


# tf: same
def for_tensorflow(batch, x):  # expect: convert
    return x * batch.in_tensorflow() * batch.scale


# tf: same
def field_for_tensorflow(batch, x):  # expect: convert
    return x * tf.reduce_mean(batch.values)


a, x = np.ones(3, np.float32), tf.constant([1.0, 2.0])
results = [
    by_method(Batch(a), x),
    of_field(Batch(a), x),
    of_subclass(Pair(a, 2.0), x),
    of_plain(Plain(a, 2.0), x),
    inside_a_list([Batch(a)], x),
    for_tensorflow(Batch(a), x),
    field_for_tensorflow(Batch(a), x),
]
