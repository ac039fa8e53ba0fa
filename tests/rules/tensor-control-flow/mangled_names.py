"""Control flow that AutoGraph does not convert: beside mangled names, and in what the standard library calls."""

import functools

import tensorflow as tf


# tf: same
def larger(a, b):  # expect: convert
    if a > b:
        return a
    return b


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def reduced(x):  # expect: HYB109
    return functools.reduce(larger, tf.unstack(x))


# tf: same
def reduced_by_own(x):  # expect: convert
    def own(a, b):
        if a > b:
            return a
        return b

    return functools.reduce(own, tf.unstack(x))


# tf: same
def plus(a, b):  # expect: convert
    return a + b


# tf: same
def summed(x):  # expect: convert
    return functools.reduce(plus, tf.unstack(x))


# tf: same
def chosen(x, k):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        return x * k
    return x


class Scale:
    __shared = 2.0

    def __init__(self):
        self.__own = 2.0

    @property
    def own(self):
        return self.__own

    # tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool` is not allow"
    def by_attribute(self, x):  # expect: HYB109
        if tf.reduce_sum(x) > 0.0:
            return x * self.__own
        return x

    # tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool` is not allow"
    def by_class_attribute(self, x):  # expect: HYB109
        if tf.reduce_sum(x) > 0.0:
            return x * Scale.__shared
        return x

    # tf: raises OperatorNotAllowedInGraphError "Iterating over a symbolic `tf.Tensor` is not allowed. You ca"
    def by_loop(self, x):  # expect: HYB109
        for _ in tf.range(3):
            x = x * self.__own
        return x

    # tf: raises OperatorNotAllowedInGraphError "Using a symbolic `tf.Tensor` as a Python `bool` is not allow"
    def by_callee(self, x):  # expect: HYB109
        return chosen(x, self.__own)

    # tf: same
    def by_property(self, x):  # expect: convert
        if tf.reduce_sum(x) > 0.0:
            return x * self.own
        return x

    # tf: same
    def without_tensors(self, x):  # expect: convert
        if self.__own > 1.0:
            return x * self.__own
        return x


x = tf.constant([1.0, 2.0])
scale = Scale()
RESULTS = [f(x) for f in (reduced, reduced_by_own, summed)] + [larger(x[0], x[1]), plus(x, x), chosen(x, 2.0)]
RESULTS += [scale.by_attribute(x), scale.by_class_attribute(x), scale.by_loop(x), scale.by_callee(x)]
RESULTS += [scale.by_property(x), scale.without_tensors(x)]
