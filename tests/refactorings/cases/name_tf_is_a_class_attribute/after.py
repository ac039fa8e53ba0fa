import tensorflow as tf
import tensorflow


class A:
    tf = 'name'

    @tensorflow.function
    def f(self, x):
        return x
