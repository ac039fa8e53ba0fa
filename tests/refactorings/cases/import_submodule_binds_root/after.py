import tensorflow.keras


@tensorflow.function
def f(x):
    return x * 2
