import os


def first(x):
    return x


import tensorflow as A
import tensorflow as B


@B.function
def f(x):
    return x * 2
