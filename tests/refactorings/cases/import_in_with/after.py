import warnings

with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    import tensorflow as tf


@tf.function
def f(x):
    return x * 2
