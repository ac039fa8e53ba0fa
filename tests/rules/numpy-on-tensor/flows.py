"""Tensors that reach NumPy through `*args`, keywords, dicts and attributes."""

import numpy as np
import tensorflow as tf


class Holder:
    def __init__(self, inner):
        self.inner = inner


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (xs"
def of_arguments(*xs):  # expect: HYB107
    return tf.constant(np.square(xs[0])) + xs[1]


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (a:"
def of_keywords(**xs):  # expect: HYB107
    return tf.constant(np.square(xs["a"])) + xs["b"]


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (ba"
def of_a_dict(batch):  # expect: HYB107
    return tf.constant(np.square(batch["x"]))


def squared(*, value):
    return tf.constant(np.square(value))


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (x:"
def by_keyword(x):  # expect: HYB107
    return squared(value=x) * 2.0


# tf: raises NotImplementedError "NotImplementedError: Cannot convert a symbolic tf.Tensor (x:"
def through_attributes(x):  # expect: HYB107
    holder = Holder(Holder(x))
    return tf.constant(np.square(holder.inner.inner))


# tf: same
def sums_arguments(*xs):  # expect: convert
    return tf.add_n(xs)


# tf: same
def adds_keywords(**xs):  # expect: convert
    return xs["a"] + xs["b"]


# tf: same
def reads_a_dict(batch):  # expect: convert
    return batch["x"] * 2.0


values = tf.constant([1.0, 2.0])
of_arguments(values, values)
of_keywords(a=values, b=values)
of_a_dict({"x": values})
by_keyword(values)
through_attributes(values)
sums_arguments(values, values)
adds_keywords(a=values, b=values)
reads_a_dict({"x": values})
