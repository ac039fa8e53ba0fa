import tensorflow as tf


class A:
    SIZE = 1

    \
def f(self, x):
        return x
