import os
import tensorflow as tf


@tf.function
def f(x):
    return x * 2


class A:
    @tf.function
    def g(self, x):
        return x

    @tf.function
    def h(self, x):
        @tf.function
        def k(y):
            return y

        return k(x)
