import tensorflow as tf


def outer(y):
    @tf.function
    def f(x):
        return x + y

    class A:
        @tf.function
        def f(self, x):
            return x

    return f, A
