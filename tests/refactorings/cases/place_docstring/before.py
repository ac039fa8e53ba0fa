"""Says what it is."""


def f(x):
    return x * 2
