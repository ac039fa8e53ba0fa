"""Functions of which the program asks for what only a function of Python has."""

import copy
import inspect
import types

import tensorflow as tf

x = tf.constant([1.0, 2.0])


def counted(x, y):  # expect: HYB119
    return x + y


def tested(x):  # expect: HYB119
    return x * 2.0


def inspected(x):  # expect: HYB119
    return x * 2.0


def copied(x):  # expect: HYB119
    return x * 2.0


def with_default(x, k=1.0):  # expect: HYB119
    return x * k


def matched(x):  # expect: HYB119
    return x * 2.0


def listed(x):  # expect: HYB119
    return x * 2.0


# tf: differs
def with_attribute(x):  # expect: HYB104
    return x * with_attribute.factor


# tf: same
def named(x):  # expect: convert
    return x * 2.0


with_attribute.factor = 2.0
RESULTS = [counted(x, x), tested(x), inspected(x), copied(x), with_default(x), with_attribute(x), named(x)]
RESULTS += [hasattr(counted, "__code__") and counted.__code__.co_argcount]
RESULTS += [isinstance(tested, types.FunctionType), inspect.isfunction(inspected), copy.copy(copied) is copied]
RESULTS += [callable(named), named.__name__, str(inspect.signature(named))]
with_default.__defaults__ = (9.0,)
with_attribute.factor = 5.0
RESULTS += [with_default(x), with_attribute(x)]
match matched:
    case types.FunctionType():
        RESULTS += [matched(x)]
RESULTS += [listed(x), "__globals__" in dir(listed)]
