import tensorflow as tf


import functools


@tf.function
def f(x):
    return x


@functools.partial(tf.function, jit_compile=True)
def g(x):
    return x


def h(x):
    return x
