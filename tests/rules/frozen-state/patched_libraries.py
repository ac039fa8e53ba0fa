"""Attributes of installed libraries that the program sets: a graph keeps what it found when it was traced."""

import math

import tensorflow as tf


def loud_tanh(x):
    print("tanh")
    return x * 0.5


# tf: differs
def area(x):  # expect: HYB104
    return x * math.pi


# tf: differs
def activated(x):  # expect: HYB101, HYB104
    return tf.nn.tanh(x) * 2.0


# tf: differs
def by_setattr(x):  # expect: HYB104
    return x * math.tau


# tf: same
def untouched(x):  # expect: convert
    return tf.sqrt(x) * math.e


# tf: same
def set_before(x):  # expect: convert unsafe
    return x * math.inf


math.inf = 5.0
x = tf.constant([1.0, 2.0])
kept = math.pi, math.tau, tf.nn.tanh
for _ in range(2):
    area(x)
    activated(x)
    by_setattr(x)
    untouched(x)
    set_before(x)
    math.pi = 3.0
    tf.nn.tanh = loud_tanh
    setattr(math, "tau", 6.0)
math.pi, math.tau, tf.nn.tanh = kept
