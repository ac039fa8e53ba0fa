from tensorflow import function


@function
def f(x):
    return x * 2
