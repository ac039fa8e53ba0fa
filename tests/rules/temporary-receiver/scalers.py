"""Objects that live for one call, and objects that stay."""

import tensorflow as tf


class Scaler:
    def __init__(self, factor):
        self.factor = tf.constant(factor)

    # tf: raises AttributeError "'NoneType' object"
    def apply(self, x):  # expect: HYB122 "on a temporary object"
        return x * self.factor


class NamedScaler:
    def __init__(self, factor):
        self.factor = tf.constant(factor)

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.factor


class CalledScaler:
    def __init__(self, factor):
        self.factor = tf.constant(factor)

    # tf: same
    def __call__(self, x):  # expect: convert
        return x * self.factor


values = tf.constant([1.0, 2.0])
once = Scaler(2.0).apply(values)
named = NamedScaler(2.0)
kept = named.apply(values)
called = CalledScaler(2.0)(values)
