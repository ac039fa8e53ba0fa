import tensorflow as tf
from tensorflow import function


def f(x):
    return x * 2
