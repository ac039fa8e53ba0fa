"""Warnings: Python shows the same text once for each place, and a graph gives it while it is traced."""

import warnings

import tensorflow as tf

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    warnings.warn("set up", stacklevel=1)


# tf: same
def cast(a, x):  # expect: convert unsafe
    if a.dtype in (tf.int32, tf.int64):
        warnings.warn(f"of {a.dtype}, cast to {x.dtype}", stacklevel=1)
        a = tf.cast(a, x.dtype)
    return a * x


# tf: same
def of_its_caller(x):  # expect: HYB101
    warnings.warn("is doubled", stacklevel=2)
    return x * 2.0


# tf: differs
def told(x):  # expect: HYB101
    print("cast")
    return x * 2.0


# tf: same
def counted(x, number):  # expect: HYB101, HYB117
    warnings.warn(f"call {number}", stacklevel=1)
    return x * 2.0


for number in range(12):
    cast(tf.constant([1, 2]), tf.constant([1.0, 2.0]))
    told(tf.constant([1.0, 2.0]))
    counted(tf.constant([1.0, 2.0]), number)
    of_its_caller(tf.constant([1.0, 2.0]))
