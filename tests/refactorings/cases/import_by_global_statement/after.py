import tensorflow as tf


def setup():
    global tf
    import tensorflow as tf


@tf.function
def f(x):
    return x * 2
