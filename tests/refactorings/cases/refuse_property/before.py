import tensorflow as tf


import functools


class A:
    @property
    def f(self):
        return 1

    @f.setter
    def f(self, value):
        self.value = value

    @functools.cached_property
    def g(self):
        return 2
