"""Descriptors below `tf.function`, and above it."""

import tensorflow as tf


# tf: same
def doubled(x):  # expect: convert
    class Scaler:
        @staticmethod
        @tf.function
        def double(y):
            return y * 2.0

    return Scaler.double(x)


class Right:
    # tf: same
    @staticmethod
    @tf.function
    def static(x):  # expect: keep
        return x * 2.0

    # tf: same
    @classmethod
    @tf.function
    def of_class(cls, x):  # expect: keep
        return x * 3.0


class Wrong:
    @tf.function
    @staticmethod
    def static(x):  # expect: HYB133
        return x * 2.0


def define():
    class Broken:
        # tf: differs
        @tf.function
        @classmethod
        def of_class(cls, x):  # expect: HYB133
            return x * 3.0

    return Broken


def define_property():
    class Broken:
        # tf: differs
        @tf.function
        @property
        def value(self):  # expect: HYB133
            return tf.ones([2])

    return Broken


failures = []


def attempt(action):
    try:
        action()
    except TypeError as error:
        failures.append(type(error).__name__)


values = tf.constant([1.0, 2.0])
doubled(values)
Right.static(values)
Right.of_class(values)
Wrong.static(values)
attempt(lambda: Wrong().static(values))
assert failures == ["TypeError"], "cannot create weak reference to 'staticmethod' object"
attempt(define)
attempt(define_property)
