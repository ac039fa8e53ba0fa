"""Metaclasses that look at the functions in the body of a class, among which a `tf.function` is none: it is not wrapped."""

import types

import tensorflow as tf


class Shifting(type):
    def __new__(mcs, name, bases, body):
        for key, value in list(body.items()):
            if isinstance(value, types.FunctionType):
                body[key] = shifted(value)
        return super().__new__(mcs, name, bases, body)


class Listing(type):
    known = []

    def __new__(mcs, name, bases, body):
        made = super().__new__(mcs, name, bases, body)
        mcs.known.append(name)
        return made


def shifted(function):
    return lambda self, x: function(self, x) + 100.0


class Model(metaclass=Shifting):
    def call(self, x):  # expect: HYB119
        return x * 0.5


class Other(metaclass=Listing):
    # tf: same
    def call(self, x):  # expect: convert
        return x * 0.5


x = tf.constant([1.0, 2.0])
model, other = Model(), Other()
results = [model.call(x), other.call(x)]
