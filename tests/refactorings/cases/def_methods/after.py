import tensorflow as tf


class A(tf.Module):
    # the step
    @tf.function
    def step(self, x):
        return x

    @staticmethod
    @tf.function
    def static(x):
        return x

    @classmethod  # kept
    # and this

    @tf.function
    def build(cls, x):
        return x
