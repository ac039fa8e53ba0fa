import warnings

with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    import tensorflow as tf


def f(x):
    return x * 2
