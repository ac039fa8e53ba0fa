import tensorflow as tf
import tensorflow

VERSION = tf.__version__
del tf


@tensorflow.function
def f(x):
    return x * 2
