import tensorflow as tf


def f(x):
    return x * 2


@tf.function
def g(x):
    return x


class A:
    def f(self, x):
        return x

    @tf.function(input_signature=[tf.TensorSpec(shape=[None, 2], dtype=tf.float32)])
    def g(self, x):
        return x
