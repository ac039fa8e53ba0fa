"""Special methods, decorators that stay between, and decorators that do not matter."""

import abc
import functools

import tensorflow as tf


def logged(function):
    @functools.wraps(function)
    def call(*args):
        return function(*args)

    return call


class Member(abc.ABC):
    @abc.abstractmethod
    def score(self, x):
        raise NotImplementedError

    # tf: same
    @staticmethod
    def squash(x):  # expect: convert
        return tf.tanh(x) * 0.5


class Linear(Member):
    def __init__(self, factor):
        self.factor = tf.constant(factor)

    # tf: same
    def __add__(self, x):  # expect: HYB119 "Python itself calls `__add__`"
        return x + self.factor

    # tf: same
    def score(self, x):  # expect: convert
        return self.squash(x * self.factor)

    # tf: same
    def __call__(self, x):  # expect: convert
        return self.score(x) + 1.0


# tf: same
@logged
def combined(x, y):  # expect: convert
    return tf.maximum(x, y)


@functools.lru_cache
def halved(x):  # expect: HYB119 "the decorator `@functools.lru_cache`"
    return tf.range(x) / 2


values = tf.constant([0.5, 1.5])
member = Linear(2.0)
scored = member(values)
again = member.score(values)
squashed = Member.squash(values)
shifted = member + values
best = combined(scored, shifted)
