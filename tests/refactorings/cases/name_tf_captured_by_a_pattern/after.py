import tensorflow as tf
import sys
import tensorflow

match sys.argv:
    case [tf]:
        pass
    case _:
        pass


@tensorflow.function
def f(x):
    return x * 2
