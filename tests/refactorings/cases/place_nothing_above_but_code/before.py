SIZE = 3


def f(x):
    return x * 2
