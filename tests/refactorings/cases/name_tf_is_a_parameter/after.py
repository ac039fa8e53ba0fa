import tensorflow as tf
import tensorflow


def outer(tf):
    @tensorflow.function
    def f(x):
        return x

    return f


@tf.function
def g(x):
    return tf.abs(x)
