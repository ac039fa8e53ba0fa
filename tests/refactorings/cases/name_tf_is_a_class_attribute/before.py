import tensorflow as tf


class A:
    tf = 'name'

    def f(self, x):
        return x
