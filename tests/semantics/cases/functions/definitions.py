"""Definitions that are repeated, nested, conditional or asynchronous."""

import tensorflow as tf

FAST = True

if FAST:

    def chosen(x):  # fact: called=true tensor_parameter=true
        return x * 2.0

else:

    def chosen(x):  # fact: called=false
        return x * 3.0


def repeated(x):  # fact: called=false
    return x * 2.0


def repeated(x):  # fact: called=true tensor_parameter=true
    return x * 3.0


def outer(x):  # fact: tensor_parameter=true called=true
    def inner(y):  # fact: tensor_parameter=true y:tensor:float32:[2] called=true hybrid=false
        def innermost(z):  # fact: tensor_parameter=true called=true
            return z + 1.0

        return innermost(y) * 2.0

    @tf.function
    def traced(y):  # fact: hybrid=true tensor_parameter=true
        return y * 2.0

    return inner(x) + traced(x)


async def fetched(x):  # fact: refusals=unsupported-definition called=false
    return tf.square(x)


class Local:
    def method(self, x):  # fact: tensor_parameter=true called=true
        class Inner:
            def apply(self, y):  # fact: tensor_parameter=true called=true
                return y + 1.0

        inner = Inner()
        return inner.apply(x)

    alias = method


value = tf.constant([1.0, 2.0])
chosen(value)
repeated(value)
outer(value)
local = Local()
local.alias(value)
