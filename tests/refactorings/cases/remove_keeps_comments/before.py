import tensorflow as tf


@tf.function  # because it is slow
# between
def f(x):
    return x * 2


@tf.function()  # noqa: ABC
def g(x):
    return x


@tf.function  # type: ignore
def h(x):
    return x
