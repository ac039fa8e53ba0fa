"""Functions that choose by the class of an argument, which for an array is another one inside a graph."""

from functools import singledispatch

import numpy as np
import tensorflow as tf


@singledispatch
def scale(value):
    return tf.constant(3.0)


@scale.register
def _(value: np.ndarray):
    return tf.constant(1.0)


@scale.register
def _(value: float):
    return tf.constant(2.0)


# tf: differs
def dispatched(x):  # expect: convert unsafe
    return scale(x) * tf.reduce_sum(x)


# tf: same
def dispatched_by_number(x, factor):  # expect: convert
    return scale(factor) * tf.reduce_sum(x)


# tf: same
def dispatched_by_tensor(x):  # expect: convert
    return scale(x) * tf.reduce_sum(x)


# tf: differs
def matched(x):  # expect: convert unsafe
    match x:
        case np.ndarray():
            factor = 1.0
        case _:
            factor = 2.0
    return tf.reduce_sum(x) * factor


# tf: differs
def by_class_of_array(x):  # expect: HYB106
    return tf.reduce_sum(x) * (1.0 if x.__class__ is np.ndarray else 2.0)


# tf: differs
def by_name_of_class(x):  # expect: HYB106
    return tf.exp(x) * float(len(x.__class__.__name__))


array = np.ones(2, np.float32)
tensor = tf.ones([2])
RESULTS = []
for _turn in range(2):
    RESULTS += [dispatched(array), dispatched_by_number(array, 2.0), dispatched_by_tensor(tensor)]
    RESULTS += [matched(array), by_class_of_array(array), by_name_of_class(tensor)]
