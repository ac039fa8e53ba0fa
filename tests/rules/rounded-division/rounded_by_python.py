"""Quotients that a function returns, and that Python or NumPy rounds."""

import math

import numpy as np
import tensorflow as tf


# tf: differs
def to_number(x):  # expect: convert unsafe
    return x / 0.1


# tf: differs
def to_floor(x):  # expect: convert unsafe
    return x / 0.1


# tf: differs
def to_array(x):  # expect: HYB115
    return x / 0.1


# tf: differs
def to_bins(x):  # expect: convert unsafe
    return x / 0.1


# tf: differs
def to_integers(x):  # expect: HYB115
    return x / 0.1


# tf: same
def to_display(x):  # expect: convert
    return x / 0.1


# tf: same
def to_float(x):  # expect: convert
    return x / 0.1


# tf: same
def product(x):  # expect: convert
    return x * 0.1


# tf: same
def best(x):  # expect: convert
    return tf.argmax(x * 3.0)


# tf: same
def by_power_of_two(x):  # expect: convert
    return x / 0.125


x = tf.constant([k * 0.1 for k in range(60)])
number = int(to_number(x)[42])
floor = math.floor(to_floor(x)[42])
rest = to_array(x).numpy() // 1.0
bins = np.floor(to_bins(x))
integers = to_integers(x).numpy().astype(int)
text = f"{round(float(to_display(x)[3]), 2)}"
total = float(to_float(x)[3]) * 2.0
whole = int(product(x)[42] + 0.5)
first = int(best(x))
exact = int(by_power_of_two(x)[42])
