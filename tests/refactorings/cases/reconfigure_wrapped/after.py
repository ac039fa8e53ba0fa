import tensorflow as tf


def f(x):
    return x


def g(x):
    return x


fast = tf.function(f, reduce_retracing=True)
NAMES = {"é": tf.function(g, autograph=False, reduce_retracing=True)}
