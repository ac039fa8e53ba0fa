"""Properties with setters, class and static methods, descriptors, `functools.cached_property`."""

import functools

import tensorflow as tf


class Scaler:
    def __init__(self, rate):  # fact: rate:primitive
        self._rate = rate
        self._reads = 0

    @property
    def rate(self):  # fact: called=true side_effects=false
        return self._rate

    @rate.setter
    def rate(self, value):  # fact: called=true side_effects=true
        self._rate = value

    @property
    def counted(self):  # fact: called=true side_effects=true
        self._reads += 1
        return self._rate

    half = property(lambda self: self._rate / 2.0)

    @functools.cached_property
    def table(self):  # fact: called=true
        return tf.constant([1.0, 2.0])

    @staticmethod
    def plain(x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return x * 2.0

    @classmethod
    def made(cls, x):  # fact: called=true x:tensor:float32:[2] verdict=convert safe=true
        return cls.plain(x)

    def changed_rate(self, x):  # fact: x:tensor:float32:[2] refusals=frozen-state verdict=keep
        return x * self.rate

    def counts(self, x):  # fact: x:tensor:float32:[2] side_effects=true
        return x * self.counted


class Fixed:
    def __init__(self, rate):  # fact: rate:primitive
        self._rate = rate

    @property
    def rate(self):  # fact: called=true side_effects=false tensor_computation=false
        return self._rate

    halved = property(lambda self: self._rate / 2.0)

    def scaled(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x * self.rate

    def lambda_property(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x * self.halved


class Celsius:
    def __get__(self, owner, kind):  # fact: called=true
        return 3.0

    def __set__(self, owner, value):  # fact: called=true
        print("set")


class Room:
    temperature = Celsius()

    def warm(self, x):  # fact: x:tensor:float32:[2] verdict=convert safe=true
        return x * self.temperature

    def heat(self, x):  # fact: x:tensor:float32:[2] side_effects=true
        self.temperature = 2.0
        return x * 2.0


value = tf.constant([1.0, 2.0])
scaler = Scaler(0.5)
scaler.rate = 0.25
scaler.changed_rate(value)
scaler.rate = 2.0
scaler.counts(value)
scaler.table
Scaler.plain(value)
Scaler.made(value)
fixed = Fixed(2.0)
fixed.scaled(value)
fixed.lambda_property(value)
room = Room()
room.warm(value)
room.heat(value)
