from functools import partial
import functools
import tensorflow as tf


@partial(tf.function, jit_compile=True)
def f(x):
    return x


@functools.partial(
    tf.function,
    autograph=False)
def g(x):
    return x
