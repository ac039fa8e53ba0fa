def setup():
    global tf
    import tensorflow as tf


def f(x):
    return x * 2
