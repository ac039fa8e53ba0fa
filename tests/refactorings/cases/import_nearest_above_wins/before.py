import os


def first(x):
    return x


import tensorflow as A
import tensorflow as B


def f(x):
    return x * 2
