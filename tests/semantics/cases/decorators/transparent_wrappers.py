"""Decorators of the project that call what they wrap: the wrapped function gets the arguments of the callers."""

import functools
import time

import tensorflow as tf


def plain(f):  # fact: f:callable
    @functools.wraps(f)
    def wrapper(*args, **kwargs):  # fact: called=true tensor_parameter=true
        return f(*args, **kwargs)

    return wrapper


def loud(f):  # fact: f:callable
    @functools.wraps(f)
    def wrapper(*args, **kwargs):  # fact: called=true side_effects=true
        print(f.__name__)
        return f(*args, **kwargs)

    return wrapper


def scaled(rate):  # fact: rate:primitive
    def decorate(f):  # fact: f:callable
        @functools.wraps(f)
        def wrapper(x):  # fact: called=true x:tensor:float32:[2]
            return f(x) * rate

        return wrapper

    return decorate


def optional(f=None, *, rate=1.0):  # fact: rate:primitive
    if f is None:
        return functools.partial(optional, rate=rate)

    def wrapper(x):  # fact: called=true x:tensor:float32:[2]
        return f(x) * rate

    return wrapper


class Timed:
    def __init__(self, f):  # fact: f:callable
        functools.update_wrapper(self, f)
        self.f = f

    def __call__(self, x):  # fact: called=true x:tensor:float32:[2]
        start = time.time()
        result = self.f(x)
        print(time.time() - start)
        return result


class Method:
    @plain
    def forward(self, x):  # fact: called=true x:tensor:float32:[2] side_effects=false
        return x * 2.0


@plain
def one(x):  # fact: called=true x:tensor:float32:[2] side_effects=false
    return x + 1.0


@loud
def two(x):  # fact: called=true x:tensor:float32:[2] side_effects=false
    return x + 2.0


@scaled(0.5)
def three(x):  # fact: called=true x:tensor:float32:[2]
    return x + 3.0


@optional
def four(x):  # fact: called=true x:tensor:float32:[2]
    return x + 4.0


@optional(rate=2.0)
def five(x):  # fact: called=true x:tensor:float32:[2]
    return x + 5.0


@Timed
def six(x):  # fact: called=true x:tensor:float32:[2]
    return x + 6.0


def caller(x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
    return one(x) + three(x) + four(x) + five(x)


def loud_caller(x):  # fact: x:tensor:float32:[2] side_effects=true
    return two(x)


def timed_caller(x):  # fact: x:tensor:float32:[2] side_effects=true
    return six(x)


value = tf.constant([1.0, 2.0])
caller(value)
loud_caller(value)
timed_caller(value)
method = Method()
method.forward(value)
scaled(2.0)(plain(one))(value)
