import os
import tensorflow as tf


@tf.function
def f(x):
    return x * 2


import tensorflow as tf


@tf.function
def g(x):
    return tf.abs(x)
