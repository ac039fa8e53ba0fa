import tensorflow as tf


def f(x):
    return x


def g(x):
    return x


fast = tf.function(f)
NAMES = {"é": tf.function(g, autograph=False)}
