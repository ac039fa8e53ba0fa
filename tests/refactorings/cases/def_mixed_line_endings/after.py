import tensorflow as tf


@tf.function
def f(x):
    return x

@tf.function
def g(x):
    return x
