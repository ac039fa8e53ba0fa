"""Code that is found at run time."""

import importlib
import operator
import sys

import tensorflow as tf


# tf: same
def smoothed(values, names):  # expect: undetermined HYB121
    module = importlib.import_module(".".join(names[:2]))
    return tf.square(getattr(module, names[2])(values))


# tf: same
def by_name(values, name):  # expect: convert
    operation = getattr(importlib.import_module("tensorflow.math"), name)
    return tf.square(operation(values))


# tf: same
def evaluated(values, text):  # expect: undetermined HYB121
    return tf.square(values) + eval(text)


# tf: same
def in_python(values):  # expect: convert HYB131
    return tf.py_function(lambda v: v * 2.0, [values], tf.float32)


# tf: same
def chained(values, operations):  # expect: convert
    for operation in operations:
        values = operation(values)
    return values


# tf: same
def combined(first, second):  # expect: convert
    return operator.add(first, second) * float(sys.float_info.dig)


numbers = tf.constant([1.0, -2.0])
a = smoothed(numbers, ("tensorflow", "math", "softplus"))
f = by_name(numbers, "softplus")
b = evaluated(numbers, "1.0")
c = in_python(numbers)
d = chained(numbers, (tf.abs, tf.sqrt))
e = combined(numbers, numbers)
