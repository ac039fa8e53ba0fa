import tensorflow as tf


import abc
from abc import abstractmethod as required


class A(abc.ABC):
    @abc.abstractmethod
    def f(self, x):
        return x

    @staticmethod
    @required
    def g(x):
        return x
