"""Defaults, keyword-only and positional-only parameters, `*args` and `**kwargs` that are passed on."""

import tensorflow as tf

CACHE = []


def defaults(x, rate=0.5, *, shift=1.0):  # fact: x:tensor:float32:[2] rate:primitive shift:primitive verdict=convert
    return x * rate + shift


def positional_only(x, /, rate):  # fact: x:tensor:float32:[2] rate:tensor:float32:[] verdict=convert safe=true
    return x * rate


def mutable_default(x, seen=[]):  # fact: x:tensor:float32:[2] side_effects=true verdict=keep
    seen.append(1)
    return x * len(seen)


def reads_default(x, rates=[0.5, 2.0]):  # fact: x:tensor:float32:[2] side_effects=false
    return x * rates[0]


def evaluated_once(x, made=tf.constant(2.0)):  # fact: x:tensor:float32:[2] made:tensor:float32:[] verdict=convert
    return x * made


def forwards(*args, **kwargs):  # fact: tensor_parameter=true called=true
    return target(*args, **kwargs)


def target(x, rate, shift=0.0):  # fact: called=true x:tensor:float32:[2] rate:tensor:float32:[] shift:primitive
    return x * rate + shift


def with_first(first, *rest, scale=1.0, **more):  # fact: first:tensor:float32:[2] tensor_parameter=true
    total = first
    for part in rest:
        total = total + part
    return total * scale * more["gain"]


def sums(*parts):  # fact: tensor_parameter=true
    return tf.add_n(list(parts))


def options(x, **kwargs):  # fact: x:tensor:float32:[2]
    kwargs.setdefault("rate", 2.0)
    return x * kwargs["rate"] + kwargs.pop("shift", 0.0)


class Layer:
    def __init__(self, *args, **kwargs):  # fact: side_effects=true
        self.inner = Inner(*args, **kwargs)

    def __call__(self, *args, **kwargs):  # fact: called=true tensor_parameter=true
        return self.inner(*args, **kwargs)


class Inner:
    def __init__(self, rate, shift=0.0):  # fact: rate:primitive shift:primitive
        self.rate, self.shift = rate, shift

    def __call__(self, x, training=False):  # fact: called=true x:tensor:float32:[2]
        return x * self.rate + self.shift


value = tf.constant([1.0, 2.0])
rate = tf.constant(0.5)
defaults(value)
positional_only(value, rate)
mutable_default(value)
reads_default(value)
evaluated_once(value)
forwards(value, rate, shift=1.0)
with_first(value, value, value, scale=2.0, gain=0.5)
sums(value, value)
options(value, shift=1.0)
arguments = (value,)
named = {"training": True}
Layer(2.0, shift=1.0)(*arguments, **named)
