import tensorflow as tf


import functools


class A:
    @staticmethod

    # first
    @tf.function(reduce_retracing=True)

    # second
    @functools.wraps(print)
    def f(x):
        return x
