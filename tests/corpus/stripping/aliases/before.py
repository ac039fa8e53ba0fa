"""Other names of `tf.function`, and other functions that only look like it."""

import functools
from functools import partial

import tensorflow.compat.v2 as tf2
from elsewhere import function as other
from elsewhere import tf
from tensorflow import function
from tensorflow.python.eager import def_function

compiled = functools.partial(tf.function, jit_compile=True)
signed = tf.function(input_signature=[tf.TensorSpec([])])
graph = tf.function if True else None


@function
def one(x):
    return x


@tf2.function(autograph=False)
def two(x):
    return x


@compiled
def three(x):
    return x


@signed
def four(x):
    return x


@partial(tf.function, autograph=False)
def five(x):
    return x


@def_function.function
def six(x):
    return x


@other
def not_this(x):
    return x


@other.function
def nor_this(x):
    return x


seven = compiled(not_this)
