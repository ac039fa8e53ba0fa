"""What a function asks of an array that it is given: a graph has a tensor, with a dtype and a shape of TensorFlow."""

import numpy as np
import tensorflow as tf

FACTORS = {"float32": 2.0, np.dtype("float32"): 3.0}
KEPT = {}


# tf: raises KeyError "float32"
def by_text(a):  # expect: HYB107
    return tf.reduce_sum(a) * FACTORS[str(a.dtype)]


# tf: raises KeyError "float32"
def by_key(a):  # expect: HYB107
    return tf.reduce_sum(a) * FACTORS[a.dtype]


# tf: raises AttributeError "kind"
def by_kind(a):  # expect: HYB107
    halved = a[:2] / 2
    return tf.reduce_sum(a) if halved.dtype.kind == "f" else tf.reduce_sum(a) * 2


# tf: raises TypeError "data type"
def by_numpy(a):  # expect: HYB107
    dtype = a.dtype
    return tf.reduce_sum(a + np.zeros(3, dtype))


# tf: differs
def by_float(a):  # expect: HYB107
    return tf.reduce_sum(a) * (2.0 if a.dtype == float else 3.0)


# tf: same
def by_equality(a):  # expect: convert
    whole = a.dtype in ("int32", np.int64) or a.dtype == tf.int8
    return tf.reduce_sum(a) * (2.0 if whole else FACTORS[a.dtype.name])


# tf: same
def by_tensorflow(a):  # expect: convert
    dtype = a.dtype
    return tf.cast(tf.zeros([3], dtype=dtype), dtype) + a


# tf: differs
def by_type(a):  # expect: HYB107
    return tf.reduce_sum(a) if isinstance(a.shape[:1], tuple) else tf.reduce_sum(a) * 2.0


# tf: raises TypeError "number"
def in_text(a):  # expect: HYB107
    return tf.reduce_sum(a) * float(len("%d rows" % a.shape))


# tf: raises TypeError "<"
def by_order(a):  # expect: HYB107
    return tf.reduce_sum(a) * (2.0 if a.shape < (4,) else 3.0)


# tf: differs
def like_a_list(a):  # expect: HYB107
    return tf.reduce_sum(a) * (2.0 if a.shape == [3] else 3.0)


# tf: same
def by_lengths(a):  # expect: convert
    rows, = a.shape
    longer = tf.ones(a.shape + (2,)) * float(np.prod(a.shape) + max(a.shape) + rows)
    return longer * (2.0 if a.shape == (3,) else 3.0) * float(len(f"{a.shape}"))


# tf: same
def like_those_of_a_tensor(a, x):  # expect: convert
    assert x.shape == a.shape
    assert a.dtype == x.dtype
    return x - a


def asked(values):
    return float(np.finfo(values.dtype).eps)


# tf: raises ValueError "inexact"
def through_a_helper(a):  # expect: HYB107
    return tf.reduce_sum(a) + asked(a)


# tf: same
def of_a_tensor(x):  # expect: convert
    return tf.reduce_sum(x) * (2.0 if str(x.dtype) == "float32" else 3.0)


a = np.array([1.0, 2.0, 3.0], np.float32)
results = [
    by_text(a), by_key(a), by_kind(a), by_numpy(a), by_float(a), by_equality(a), by_tensorflow(a), by_type(a),
    in_text(a), by_order(a), like_a_list(a), by_lengths(a), through_a_helper(a), of_a_tensor(tf.constant(a)),
    like_those_of_a_tensor(a, tf.constant(a)),
]  # fmt: skip
