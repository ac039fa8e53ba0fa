import tensorflow as tf


def f(x):
    return x * 2


@tf.function
def g(x):
    return x
