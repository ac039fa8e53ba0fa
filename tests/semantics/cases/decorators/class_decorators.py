"""Decorators of classes, and decorators that are methods, attributes or calls."""

import functools

import tensorflow as tf


def tagged(cls):  # fact: tensor_parameter=false
    cls.tag = 2.0
    return cls


def with_repr(*names):  # fact: tensor_parameter=false
    def decorate(cls):
        cls.__repr__ = lambda self: "model"
        return cls

    return decorate


@tagged
class Model:
    def forward(self, x):  # fact: called=true x:tensor:float32:[2] side_effects=false
        return x * self.tag


@with_repr("a")
@functools.total_ordering
class Ordered:
    def __lt__(self, other):  # fact: called=false
        return True

    def forward(self, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return x * 2.0


class Wrapped:
    @staticmethod
    def check(f):  # fact: called=true f:callable
        @functools.wraps(f)
        def inner(self, x):  # fact: called=true x:tensor:float32:[2]
            return f(self, x)

        return inner

    def forward(self, x):  # fact: called=true x:tensor:float32:[2]
        return x * 3.0

    checked = check.__func__(forward)


class UsesOther:
    @Wrapped.check
    def forward(self, x):  # fact: called=true x:tensor:float32:[2] side_effects=false
        return x * 4.0


value = tf.constant([1.0, 2.0])
Model().forward(value)
ordered = Ordered()
ordered.forward(value)
Wrapped().checked(value)
UsesOther().forward(value)
