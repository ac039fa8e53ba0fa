"""Objects and functions are keys by identity; what is made anew at every call traces again."""

import dataclasses
import functools

import tensorflow as tf


class Scale:
    def __init__(self, factor):
        self.factor = factor

    # tf: traces 2
    def apply(self, x):  # fact: traces=2
        return x * self.factor

    def method(self, x):
        return x * self.factor


# tf: traces 2
def with_object(scale, x):  # fact: traces=2
    return x * scale.factor


# tf: traces 1
def with_function(fn, x):  # fact: traces=1
    return fn(x)


# tf: traces 4
def with_new_lambda(fn, x):  # fact: traces=null
    return fn(x)


# tf: traces 2
def with_bound_method(fn, x):  # fact: traces=2
    return fn(x)


# tf: traces 2
def with_partial(fn, x):  # fact: traces=2
    return fn(x)


# tf: traces 2
def with_library_function(fn, x):  # fact: traces=2
    return fn(x)


# tf: traces 1
def with_dtype(x, dtype):  # fact: traces=1
    return tf.cast(x, dtype)


def double(x):
    return x * 2.0


x = tf.constant([1.0, 2.0])
small = Scale(0.5)
large = Scale(2.0)
small.apply(x)
small.apply(x + 1.0)
large.apply(x)
with_object(small, x)
with_object(large, x)
with_object(small, x)
with_function(double, x)
with_function(double, x + 1.0)
for _ in range(4):
    with_new_lambda(lambda v: v * 2.0, x)
with_bound_method(small.method, x)
with_bound_method(small.method, x)
with_partial(functools.partial(double), x)
with_partial(functools.partial(double), x)
with_library_function(tf.nn.relu, x)
with_library_function(tf.nn.tanh, x)
with_library_function(tf.nn.relu, x)
with_dtype(x, tf.float32)
with_dtype(x, tf.float32)


@dataclasses.dataclass(frozen=True)
class Settings:
    gain: float


# tf: traces 2
def with_replaced(settings, x):  # fact: traces=null
    return x * settings.gain


# tf: traces 2
def with_one_replaced(settings, x):  # fact: traces=null
    return x * settings.gain


settings = Settings(1.0)
with_replaced(settings, x)
for gain in (1.0, 2.0, 1.0):
    with_replaced(dataclasses.replace(settings, gain=gain), x)
with_replaced(dataclasses.replace(settings), x)
other = dataclasses.replace(settings, gain=3.0)
for _ in range(3):
    with_one_replaced(settings, x)
    with_one_replaced(other, x)


class Module:
    def __call__(self, *given):
        return self.forward(*given)


class Factor(Module):
    def __init__(self, value):
        self.value = tf.Variable(value)

    # tf: traces 4
    def forward(self, x):  # fact: traces=4
        return x * self.value


class Applied(Module):
    def __init__(self, function):
        self.function = function

    # tf: traces 6
    def forward(self, x):  # fact: traces=6
        return self.function(x)


class Chain(Module):
    def __init__(self, *parts):
        self.parts = list(parts)

    # tf: traces 2
    def forward(self, x):  # fact: traces=2
        for part in self.parts:
            x = part(x)
        return x


chain = Chain(Factor(1.0), Applied(tf.nn.relu), Applied(tf.nn.relu), Applied(tf.nn.tanh), Factor(2.0))
chain(tf.ones([4, 3]))
chain(tf.ones([8, 3]))
