"""Arguments that a graph sees otherwise: functions that wrap others, values with an `==`, a hash or protocols of their own."""

import dataclasses
import functools

import numpy as np
import tensorflow as tf


def louder(factor):
    def decorate(function):
        @functools.wraps(function)
        def inner(x):
            return function(x) * factor

        return inner

    return decorate


@louder(2.0)
def doubled(x):
    return x * 2.0


@functools.lru_cache
def cached(n):
    return n * 2.0


class Scaled:
    def __init__(self, factor):
        self.factor = factor
        functools.update_wrapper(self, plain)

    def __call__(self, x):
        return x * self.factor


class Token(str):
    def __new__(cls, text, weight):
        made = super().__new__(cls, text)
        made.weight = weight
        return made


class Signal:
    def __init__(self, samples):
        self.samples = np.asarray(samples, np.float32)

    def __array__(self, dtype=None, copy=None):
        return self.samples


class Point:
    def __init__(self, place):
        self.place = place

    def __eq__(self, other):
        return tf.equal(self.place, other.place)

    def __hash__(self):
        return 7


class Named:
    def __init__(self, name, rate):
        self.name = name
        self.rate = rate

    def __eq__(self, other):
        return isinstance(other, Named) and (self.name, self.rate) == (other.name, other.rate)

    def __hash__(self):
        return hash((self.name, self.rate))

    # tf: same
    def scaled(self, x):  # expect: convert
        return x * self.rate


class Listed:
    def __init__(self, names):
        self.names = names

    def __eq__(self, other):
        return self.names == other.names

    def __hash__(self):
        return hash(self.names)

    # tf: raises TypeError "unhashable"
    def counted(self, x):  # expect: HYB120
        return x * float(len(self.names))


@dataclasses.dataclass(frozen=True)
class Kernel:
    scale: float
    centre: tf.Tensor

    # tf: raises TypeError "unhashable"
    def evaluated(self, x):  # expect: HYB120
        return tf.exp(-self.scale * (x - self.centre) ** 2)


@dataclasses.dataclass(frozen=True)
class Sizes:
    sizes: tuple
    gain: float = 2.0

    # tf: same
    def gained(self, x):  # expect: convert
        return x * self.gain


def plain(x):
    return x + 1.0


# tf: differs
def applied(function, x):  # expect: HYB120
    return function(x)


# tf: differs
def first_of(functions, x):  # expect: HYB120
    return functions[0](x)


# tf: same
def run(function, x):  # expect: convert
    return function(x)


# tf: differs
def called(scaled, x):  # expect: HYB120
    return scaled(x)


# tf: differs
def weighted(token, x):  # expect: HYB120
    return x * token.weight


# tf: raises AttributeError "samples"
def lasting(signal, x):  # expect: HYB120
    return x * float(len(signal.samples))


# tf: raises ValueError "truth value"
def moved(point, x):  # expect: HYB120
    return x + point.place


# tf: same
def rated(named, x):  # expect: convert
    return x * named.rate


x = tf.constant([1.0, 2.0])
slow, fast = Named("a", 2.0), Named("a", 3.0)
results = [applied(doubled, x), first_of([doubled], x), run(plain, x), called(Scaled(3.0), x)]
results += [weighted(token, x) for token in (Token("a", 1.0), Token("a", 5.0))]
results += [lasting(Signal([1.0, 2.0]), x)] + [moved(point, x) for point in (Point(x), Point(x + 1.0))]
results += [rated(slow, x), rated(fast, x)]
listed, named, kernel, sizes = Listed(["a"]), Named("b", 4.0), Kernel(1.0, tf.constant(0.5)), Sizes((1, 2))
results += [listed.counted(x), named.scaled(x), kernel.evaluated(x), sizes.gained(x)]
