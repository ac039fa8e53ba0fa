try:
    import tensorflow.compat.v2 as tf
except ImportError:
    import tensorflow as tf


@tf.function
def f(x):
    return x * 2
