"""`with` over generators, classes, `ExitStack`, `nullcontext`, and TensorFlow's own contexts."""

import contextlib

import tensorflow as tf


@contextlib.contextmanager
def scaled_by(rate):  # fact: called=true
    yield rate * 2.0


@contextlib.contextmanager
def announced():  # fact: called=true side_effects=true
    print("enter")
    try:
        yield
    finally:
        print("leave")


class Scope:
    def __init__(self, rate):  # fact: rate:primitive
        self.rate = rate

    def __enter__(self):  # fact: called=true
        return self.rate

    def __exit__(self, kind, value, trace):  # fact: called=true
        return None


class Swallow(contextlib.ContextDecorator):
    def __enter__(self):  # fact: called=true
        return self

    def __exit__(self, *details):  # fact: called=true
        return True


def managed(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    with scaled_by(0.5) as rate, Scope(2.0) as other:
        return x * rate * other


def loud(x):  # fact: x:tensor:float32:[2] side_effects=true
    with announced():
        return x * 2.0


def stacked(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    with contextlib.ExitStack() as stack:
        rate = stack.enter_context(scaled_by(0.5))
        other = stack.enter_context(Scope(2.0))
        return x * rate * other


def stacked_loud(x):  # fact: x:tensor:float32:[2] side_effects=true
    with contextlib.ExitStack() as stack:
        stack.enter_context(announced())
        stack.callback(lambda: None)
        return x * 2.0


def stack_callback(x):  # fact: x:tensor:float32:[2] side_effects=true
    with contextlib.ExitStack() as stack:
        stack.callback(print, "left")
        return x * 2.0


def nothing(x, scope=None):  # fact: x:tensor:float32:[2] verdict=convert
    with scope or contextlib.nullcontext():
        return x * 2.0


def named(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    with tf.name_scope("named"):
        return x * 2.0


def taped(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(x * x)
    return tape.gradient(loss, x)


def suppressed(x):  # fact: x:tensor:float32:[2] refusals=exception-handler verdict=keep
    with contextlib.suppress(ValueError, tf.errors.InvalidArgumentError):
        return tf.reshape(x, [3])
    return x


def swallowed(x):  # fact: x:tensor:float32:[2] refusals=exception-handler verdict=keep
    with Swallow():
        return tf.reshape(x, [3])
    return x


value = tf.constant([1.0, 2.0])
managed(value)
loud(value)
stacked(value)
stacked_loud(value)
stack_callback(value)
nothing(value)
named(value)
taped(value)
suppressed(value)
swallowed(value)
