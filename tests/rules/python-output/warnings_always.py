"""Warnings that a program asks for every time."""

import warnings

import tensorflow as tf

warnings.simplefilter("always")
seen = []
warnings.showwarning = lambda message, *rest: print("seen", message)


# tf: differs
def doubled(x):  # expect: HYB101
    warnings.warn("is doubled", stacklevel=1)
    return x * 2.0


for _ in range(3):
    doubled(tf.constant([1.0, 2.0]))
