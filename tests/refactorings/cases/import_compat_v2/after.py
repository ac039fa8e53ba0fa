import tensorflow.compat.v2 as tf


@tf.function
def f(x):
    return x * 2
