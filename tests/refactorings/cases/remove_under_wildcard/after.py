from tensorflow import *


def f(x):
    return x * 2
