import tensorflow as tf


@tf.function
def f(x):
    return x * 2


def g(x):
    return x


class A:
    @tf.function(jit_compile=True)
    def f(self, x):
        return x

    def g(self, x):
        return x
