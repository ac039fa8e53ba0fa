"""Metaclasses: harmless ones are seen through, others are not."""

import abc

import sonnet as snt
import tensorflow as tf


class Abstract(abc.ABC):
    rate = 2.0

    @abc.abstractmethod
    def forward(self, x):  # fact: tensor_parameter=null
        ...


class Concrete(Abstract):
    def __init__(self, shift):  # fact: shift:primitive
        self.shift = shift

    def forward(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x * self.rate + self.shift


class Old(metaclass=abc.ABCMeta):
    def __init__(self):  # fact: side_effects=true
        self.shift = 1.0

    def forward(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x + self.shift


class Counting(type):
    def __call__(cls, *args, **kwargs):  # fact: tensor_parameter=false
        made = super().__call__(*args, **kwargs)
        return made


class Counted(metaclass=Counting):
    def __init__(self, shift):  # fact: shift:primitive
        self.shift = shift

    def forward(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x + self.shift


class Registry(type):
    known = {}

    def __new__(mcs, name, bases, body):  # fact: side_effects=true
        made = super().__new__(mcs, name, bases, body)
        mcs.known[name] = made
        return made


class Registered(metaclass=Registry):
    def forward(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x * 2.0


class Module(tf.Module):
    def __init__(self, shift):  # fact: shift:primitive
        super().__init__()
        self.shift = shift

    def __call__(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x + self.shift


class Sonnet(snt.Module):
    def __init__(self, shift):  # fact: shift:primitive
        super().__init__(name="sonnet")
        self.shift = shift

    def __call__(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x + self.shift


value = tf.constant([1.0, 2.0])
concrete, old, counted, registered = Concrete(1.0), Old(), Counted(1.0), Registered()
module, sonnet = Module(1.0), Sonnet(1.0)
concrete.forward(value)
old.forward(value)
counted.forward(value)
registered.forward(value)
module(value)
sonnet(value)
