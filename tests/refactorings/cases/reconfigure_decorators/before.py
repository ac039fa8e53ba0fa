import functools

import tensorflow as tf
from tensorflow import function as graph


@tf.function
def bare(x):
    return x


@tf.function()  # as it came
def empty(x):
    return x


@tf.function(jit_compile=True)
def called(x):
    return x


@tf.function(
    # compiled
    jit_compile=True,
    autograph=(False),
)
def long(x):
    return x


@tf.function(
    autograph=False  # nothing to convert
)
def commented(x):
    return x


@functools.partial(tf.function, autograph=False)
def partly(x):
    return x


class Model:
    @staticmethod
    @graph(input_signature=None)
    def step(x):
        return x
