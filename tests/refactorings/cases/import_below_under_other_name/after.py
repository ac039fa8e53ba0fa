import os
import tensorflow as tf


@tf.function
def f(x):
    return x * 2


import tensorflow as T


@T.function
def g(x):
    return T.abs(x)
