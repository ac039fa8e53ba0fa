"""State that is changed through dicts of variables and attributes, and methods that are put on a class later."""

import copy

import tensorflow as tf


def helper(x):
    return x * 2.0


# tf: differs
def helped(x):  # expect: HYB104
    return helper(x)


class Scale:
    def __init__(self):
        self.rate = 1.0
        self.bias = 1.0

    def act(self, x):
        return tf.nn.relu(x)

    # tf: differs
    def activated(self, x):  # expect: HYB104 "class attribute `act` is read"
        return self.act(x)

    # tf: differs
    def rated(self, x):  # expect: HYB104 "attribute `rate` is read"
        return x * self.rate


class Shift:
    def __init__(self):
        self.bias = 1.0

    # tf: differs
    def shifted(self, x):  # expect: HYB104 "attribute `bias` is read"
        return x + self.bias


class Fixed:
    def __init__(self, **options):
        self.__dict__.update(options)

    # tf: same
    def scaled(self, x):  # expect: convert
        return x * self.factor


# tf: raises TypeError "cannot pickle"
def copied(x):  # expect: HYB106 "copy.deepcopy"
    return copy.deepcopy(x) * 2.0


# tf: same
def copied_flat(x):  # expect: convert
    return copy.copy(x) * 2.0


data = tf.constant([-1.0, 2.0])
scale, shift, fixed = Scale(), Shift(), Fixed(factor=3.0)
first = [helped(data), scale.activated(data), scale.rated(data), shift.shifted(data)]
globals()["helper"] = tf.abs
Scale.act = lambda self, x: tf.abs(x)
vars(scale)["rate"] = 5.0
shift.__dict__.update(bias=5.0)
second = [helped(data), scale.activated(data), scale.rated(data), shift.shifted(data)]
rest = [fixed.scaled(data), copied(data), copied_flat(data)]
