from tensorflow import function as F, TensorSpec


@F
def f(x):
    return x * 2
