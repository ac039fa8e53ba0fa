import tensorflow as tf

SIZE = 3


@tf.function
def f(x):
    return x * 2
