from tensorflow.compat import v2 as tf2


@tf2.function
def f(x):
    return x * 2
