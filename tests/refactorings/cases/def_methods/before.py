import tensorflow as tf


class A(tf.Module):
    # the step
    def step(self, x):
        return x

    @staticmethod
    def static(x):
        return x

    @classmethod  # kept
    # and this

    def build(cls, x):
        return x
