import tensorflow as tf


def f(x):
    return x * 2


def f(x):
    return x * 2
