import numpy


class A:
    def f(self, x):
        return x
