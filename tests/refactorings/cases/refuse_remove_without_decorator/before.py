import tensorflow as tf


def g(x):
    return x


f = tf.function(g)
