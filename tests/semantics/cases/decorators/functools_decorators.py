"""`functools`: caches, partials, single dispatch."""

import functools

import numpy as np
import tensorflow as tf


@functools.lru_cache(maxsize=None)
def table(n):  # fact: called=true n:primitive
    return tf.constant([1.0, 2.0]) * n


@functools.cache
def rates():  # fact: called=true side_effects=false
    return 0.5


@functools.lru_cache
def of_tensor(x):  # fact: called=true x:tensor:float32:[2]
    return x * 2.0


@functools.singledispatch
def convert(value):  # fact: called=true
    return value


@convert.register(int)
def _(value):  # fact: called=true
    return float(value)


@convert.register
def convert_array(value: np.ndarray):  # fact: called=true
    print("array")
    return value


def uses_cached(x):  # fact: x:tensor:float32:[2] called=true
    return x * rates()


def uses_table(x):  # fact: x:tensor:float32:[2] called=true
    return x * table(3.0)


def dispatches(x):  # fact: x:tensor:float32:[2] called=true side_effects=true
    return convert(x) * 2.0


def base(x, rate, shift):  # fact: called=true x:tensor:float32:[2] rate:primitive shift:primitive
    return x * rate + shift


scaled = functools.partial(base, rate=2.0)
shifted = functools.partial(scaled, shift=1.0)


class Model:
    def run(self, x, rate):  # fact: called=true x:tensor:float32:[2] rate:primitive
        return x * rate

    fast = functools.partialmethod(run, rate=2.0)

    @functools.singledispatchmethod
    def show(self, value):  # fact: called=true
        return value

    @show.register
    def _show_int(self, value: int):  # fact: called=true
        return float(value)


value = tf.constant([1.0, 2.0])
uses_cached(value)
uses_table(value)
try:
    of_tensor(value)
except TypeError:  # a tensor is not hashable
    pass
dispatches(value)
convert(3)
convert(np.zeros(3))
shifted(value)
model = Model()
model.fast(value)
model.show(value)
model.show(3)
