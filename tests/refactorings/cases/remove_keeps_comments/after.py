import tensorflow as tf


# because it is slow
# between
def f(x):
    return x * 2


def g(x):
    return x


def h(x):
    return x
