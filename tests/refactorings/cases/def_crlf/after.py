import numpy
import tensorflow as tf


class A:
    @tf.function
    def f(self, x):
        return x
