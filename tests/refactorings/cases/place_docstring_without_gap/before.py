"""Says what it is,

at length."""
def f(x):
    return x * 2
