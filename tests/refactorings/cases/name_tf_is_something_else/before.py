import textfile as tf

DATA = tf.read()


def f(x):
    return x * 2
