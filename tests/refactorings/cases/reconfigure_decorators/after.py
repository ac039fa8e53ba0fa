import functools

import tensorflow as tf
from tensorflow import function as graph


@tf.function(reduce_retracing=True)
def bare(x):
    return x


@tf.function(reduce_retracing=True)  # as it came
def empty(x):
    return x


@tf.function(jit_compile=True, reduce_retracing=True)
def called(x):
    return x


@tf.function(
    # compiled
    jit_compile=True,
    autograph=(False),
    reduce_retracing=True,
)
def long(x):
    return x


@tf.function(
    autograph=False,
    reduce_retracing=True  # nothing to convert
)
def commented(x):
    return x


@functools.partial(tf.function, autograph=False, reduce_retracing=True)
def partly(x):
    return x


class Model:
    @staticmethod
    @graph(input_signature=None, reduce_retracing=True)
    def step(x):
        return x
