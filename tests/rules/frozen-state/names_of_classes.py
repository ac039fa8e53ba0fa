"""A private name, which Python mangles, is set from outside of its class; `__init__` is called on what is there already."""

import tensorflow as tf


class Scale:
    __shared = 1.0

    def __init__(self):
        self.__rate = 1.0
        self.__bias = 1.0
        self.__kept = 1.0
        self._own__kept = 1.0

    # tf: differs
    def by_rate(self, x):  # expect: HYB104
        return x * self.__rate

    # tf: differs
    def by_bias(self, x):  # expect: HYB104
        return x + self.__bias

    # tf: differs
    def by_shared(self, x):  # expect: HYB104
        return x * self.__shared

    # tf: same
    def by_kept(self, x):  # expect: convert
        return x * self.__kept * self._own__kept


class Tuned(Scale):
    def tune(self, bias):
        self._Scale__bias = bias


class Model:
    def __init__(self, rate=1.0):
        self.rate = rate

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.rate

    def reset(self):
        self.__init__(3.0)


class Layer:
    def __init__(self, rate):
        self.rate = rate

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.rate


class Base:
    def __init__(self, rate):
        self.rate = rate


class Below(Base):
    def __init__(self):
        Base.__init__(self, 2.0)

    # tf: same
    def scaled(self, x):  # expect: convert
        return x * self.rate


scale, tuned, model, layer, below = Scale(), Tuned(), Model(), Layer(1.0), Below()
ones = tf.ones([2])
for step in range(2):
    scale.by_rate(ones)
    tuned.by_bias(ones)
    scale.by_shared(ones)
    scale.by_kept(ones)
    model.scaled(ones)
    layer.scaled(ones)
    below.scaled(ones)
    setattr(scale, "_Scale__rate", 2.0)
    tuned.tune(2.0)
    Scale._Scale__shared = 2.0
    model.reset()
    Layer.__init__(layer, 2.0)
