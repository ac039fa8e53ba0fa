import tensorflow as tf


def load():
    import tensorflow as tf

    return tf


@tf.function
def f(x):
    return x * 2
