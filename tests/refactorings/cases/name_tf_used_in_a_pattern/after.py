import tensorflow as tf


def g(x):
    match x:
        case tf.Tensor():
            return 1
    return 0


@tf.function
def f(x):
    return x * 2
