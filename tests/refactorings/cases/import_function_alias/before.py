from tensorflow import function as F, TensorSpec


def f(x):
    return x * 2
