import tensorflow


@tensorflow.function
def f(x):
    return x * 2
