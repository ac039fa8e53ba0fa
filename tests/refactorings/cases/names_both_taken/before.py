import textfile as tf


def g(tensorflow):
    return tf, tensorflow


def f(x):
    return x * 2
