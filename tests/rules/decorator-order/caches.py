"""Caches, wrappers and abstract methods beside `tf.function`."""

import abc
import functools

import tensorflow as tf


def logged(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args)

    return wrapper


# tf: same
@tf.function
@functools.lru_cache
def cached_below(x):  # expect: keep
    return x * 2.0


# tf: same
@tf.function
@functools.cache
def cached_for_ever(x):  # expect: keep
    return x * 2.0


# tf: same
@logged
@tf.function
def logged_above(x):  # expect: HYB123
    return tf.square(x) if tf.reduce_sum(x) > 0.0 else x


# tf: same
@tf.function
@logged
def logged_below(x):  # expect: keep
    return tf.square(x) if tf.reduce_sum(x) > 0.0 else x


class Base(abc.ABC):
    # tf: same
    @tf.function
    @abc.abstractmethod
    def step(self, x):  # expect: keep
        return x * 2.0


class Derived(Base):
    def step(self, x):
        return super().step(x) + 1.0


values = tf.constant([1.0, 2.0])
for function in (cached_below, cached_for_ever):
    try:
        function(values)
    except TypeError:
        pass
logged_above(values)
logged_below(values)
Derived().step(values)
