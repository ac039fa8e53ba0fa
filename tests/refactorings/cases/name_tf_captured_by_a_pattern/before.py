import tensorflow as tf
import sys

match sys.argv:
    case [tf]:
        pass
    case _:
        pass


def f(x):
    return x * 2
