"""Tensors of every kind, with what is known of their dtypes and shapes."""

import numpy as np
import tensorflow as tf


def sees(x):  # fact: x:unknown
    return x


def variable(x):  # fact: x:variable:float32:[1,2]
    return x * 1.0


def ragged(x):  # fact: x:tensor:float32:[2,?]
    return x * 1.0


def ragged_values(x):  # fact: x:tensor:float32:[?]
    return x * 1.0


def padded(x):  # fact: x:tensor:float32:[2,?]
    return x * 1.0


def row_splits(x):  # fact: x:tensor:?:[3]
    return x * 1


def row_lengths(x):  # fact: x:tensor:?:[2]
    return x * 1


def sparse_values(x):  # fact: x:tensor:float32:[?]
    return x * 1.0


def sparse_indices(x):  # fact: x:tensor:int64:[?,2]
    return x * 1


def dense(x):  # fact: x:tensor:float32:[2,3]
    return x * 1.0


def array_element(x):  # fact: x:tensor:float32:[2]
    return x * 1.0


def array_stack(x):  # fact: x:tensor:float32:[3,2]
    return x * 1.0


def array_size(x):  # fact: x:tensor:int32:[]
    return x * 1


def slices(x):  # fact: x:tensor:float32:[1,2]
    return x * 1.0


def raw(x):  # fact: x:tensor:float32:[2,3]
    return x * 1.0


def raw_same(x):  # fact: x:tensor:float32:[2,3]
    return x * 1.0


def numpy_array(x):  # fact: x:array:float32:[2]
    return x * 1.0


variable(tf.Variable([[1.0, 2.0]]))
r = tf.ragged.constant([[1.0], [2.0, 3.0]])
ragged(r)
ragged_values(r.values)
ragged_values(r.flat_values)
padded(r.to_tensor())
row_splits(r.row_splits)
row_lengths(r.row_lengths())
s = tf.SparseTensor(indices=[[0, 1]], values=[2.0], dense_shape=[2, 3])
sparse_values(s.values)
sparse_indices(s.indices)
dense(tf.sparse.to_dense(s))
a = tf.TensorArray(tf.float32, size=3, element_shape=[2])
a = a.write(0, [1.0, 2.0])
array_element(a.read(0))
array_stack(a.stack())
array_size(a.size())
slices(tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0])).values)
raw(tf.raw_ops.AddV2(x=tf.ones([2, 3]), y=tf.ones([3])))
raw_same(tf.raw_ops.Tanh(x=tf.ones([2, 3])))
numpy_array(np.ones([2], np.float32))
