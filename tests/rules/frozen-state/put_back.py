"""Attributes that a function sets for a time and puts back, which only what runs meanwhile can see."""

import contextlib

import tensorflow as tf


class Layer:
    def __init__(self):
        self.rate = 2.0
        self.scale = 2.0
        self.gain = 2.0
        self.shift = 2.0
        self.level = 2.0
        self.offset = 2.0
        self.factor = 2.0

    # tf: same
    def call(self, x):  # expect: convert unsafe
        return x * self.rate

    # tf: same
    def moved(self, x):  # expect: convert unsafe
        return x + self.shift

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.scale

    # tf: differs
    def gained(self, x):  # expect: HYB104
        return x * self.gain

    # tf: differs
    def levelled(self, x):  # expect: HYB104
        return x - self.level

    # tf: differs
    def offsetted(self, x):  # expect: HYB104
        return x + self.offset

    # tf: differs
    def multiplied(self, x):  # expect: HYB104
        return x * self.factor


class Wrapper:
    def __init__(self, layer):
        self.layer = layer

    def measured(self, x):
        rate = self.layer.rate
        self.layer.rate = 0.0
        found = float(tf.reduce_sum(x)) * self.layer.rate
        self.layer.rate = rate
        return found

    def without_shift(self, x):
        shift = self.layer.shift
        try:
            self.layer.shift = 0.0
            return float(tf.reduce_sum(x)) + self.layer.shift
        finally:
            self.layer.shift = shift

    # What runs meanwhile sees the other value.
    def meanwhile(self, x):
        scale = self.layer.scale
        self.layer.scale = 1.0
        found = self.layer.scaled(x)
        self.layer.scale = scale
        return found

    def seldom(self, x):
        gain = self.layer.gain
        self.layer.gain = 3.0
        if float(x[0]) > 2.0:
            return x
        self.layer.gain = gain
        return -x

    def another(self, x):
        level = self.layer.level
        self.layer.level = 5.0
        level = level + 1.0
        self.layer.level = level
        return x

    @contextlib.contextmanager
    def without_offset(self):
        offset = self.layer.offset
        self.layer.offset = 0.0
        yield
        self.layer.offset = offset


def swapped(one, other):
    factor = one.factor
    one.factor = 7.0
    one = other
    one.factor = factor


def main():
    results = []
    layer, other = Layer(), Layer()
    wrapper = Wrapper(layer)
    for x in (tf.constant([1.0, 2.0]), tf.constant([3.0, 5.0])):
        results += [layer.call(x), wrapper.measured(x), layer.moved(x), wrapper.without_shift(x)]
        results += [layer.scaled(x), wrapper.meanwhile(x), layer.gained(x), wrapper.seldom(x + 2.0)]
        results += [layer.levelled(x), wrapper.another(x), layer.offsetted(x)]
        with wrapper.without_offset():
            results.append(layer.offsetted(x))
        results.append(layer.multiplied(x))
        swapped(layer, other)
    return results


RESULTS = main()
