import tensorflow as tf


import functools


class A:
    @staticmethod

    # first

    # second
    @functools.wraps(print)
    def f(x):
        return x
