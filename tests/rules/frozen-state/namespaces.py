"""Attributes of objects whose class cannot be seen: written in one place, they may be what is read in another."""

import types

import tensorflow as tf

SETTINGS = types.SimpleNamespace(rate=1.0, shift=2.0)


# tf: differs
def rated(x):  # expect: HYB104
    return x * SETTINGS.rate


# tf: same
def shifted(x):  # expect: convert
    return x + SETTINGS.shift


def slower():
    SETTINGS.rate = 0.5


value = tf.constant([1.0, 2.0])
first = rated(value)
slower()
second = rated(value)
shifted(value)
