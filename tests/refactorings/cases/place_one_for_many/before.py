import os


def f(x):
    return x * 2


class A:
    def g(self, x):
        return x

    def h(self, x):
        def k(y):
            return y

        return k(x)
