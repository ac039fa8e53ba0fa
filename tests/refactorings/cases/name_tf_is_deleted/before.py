import tensorflow as tf

VERSION = tf.__version__
del tf


def f(x):
    return x * 2
