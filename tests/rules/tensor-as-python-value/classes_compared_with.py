"""Functions that compare the class of an argument: a graph has other classes for dense tensors, and none of TensorFlow's."""

import numpy as np
import tensorflow as tf


class Own:
    pass


# tf: same
def by_sparse_tensor(a, x):  # expect: convert
    if type(a) == tf.SparseTensor:
        return tf.sparse.sparse_dense_matmul(a, x)
    return tf.matmul(a, x)


# tf: same
def by_several(a):  # expect: convert
    kind = type(a)
    if kind in (tf.RaggedTensor, Own, list) or kind is tf.Tensor:
        return tf.reduce_sum(a) * 2.0
    return tf.reduce_sum(a)


# tf: differs
def by_array(a):  # expect: HYB105
    return tf.reduce_sum(a) * (1.0 if type(a) == np.ndarray else 2.0)


# tf: same
def by_class_of_another(a):  # expect: HYB105
    return tf.reduce_sum(a) * (1.0 if type(a) == type(tf.ones([])) else 2.0)


# tf: differs
def by_name(a):  # expect: HYB105
    kind = type(a)
    return tf.reduce_sum(a) * (2.0 if kind == tf.SparseTensor else float(len(kind.__name__)))


ONES = type(tf.ones([]))


# tf: differs
def by_class_kept(a):  # expect: HYB105
    return tf.reduce_sum(a) * (1.0 if type(a) is ONES else 2.0)


dense = tf.ones([2, 2])
by_sparse_tensor(tf.sparse.from_dense(dense), dense)
by_sparse_tensor(dense, dense)
by_several(dense)
by_array(np.ones(2, np.float32))
by_class_of_another(dense)
by_name(dense)
by_class_kept(dense)
