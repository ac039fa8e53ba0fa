"""A graph gets an array as a tensor: also where a nested function captures it, and where an object of the call holds it."""

import dataclasses

import numpy as np
import tensorflow as tf


class Holder:
    def __init__(self, held):
        self.held = held

    def total(self):
        return self.held.sum()

    @property
    def mean(self):
        return self.held.mean()

    def in_tensorflow(self):
        return tf.reduce_sum(self.held)


@dataclasses.dataclass
class Record:
    held: object

    def total(self):
        return self.held.sum()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def captured(a, x):  # expect: HYB106
    def scale(v):
        return v * a.sum()

    return scale(x)


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def captured_by_lambda(a, x):  # expect: HYB106
    return tf.map_fn(lambda v: v * a.sum(), x)


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def captured_by_branch(a, x):  # expect: HYB106
    return tf.cond(x[0] > 0.0, lambda: x * a.sum(), lambda: x)


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def captured_as_local(a, x):  # expect: HYB106
    double = a * 2

    def scale(v):
        return v * double.sum()

    return scale(x)


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def two_levels(a, x):  # expect: HYB106
    def make():
        return lambda: a.sum()

    return x * make()()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def as_default(a, x):  # expect: HYB106
    def total(b=a):
        return b.sum()

    return x * total()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def by_method(a, x):  # expect: HYB106
    return x * Holder(a).total()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'me"
def by_property(a, x):  # expect: HYB106
    return x * Holder(a).mean


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def by_record(a, x):  # expect: HYB106
    return x * Record(a).total()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def set_afterwards(a, x):  # expect: HYB106
    holder = Holder(None)
    holder.held = a
    return x * holder.total()


# tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
def in_a_class(a, x):  # expect: HYB106
    class Weights:
        table = a

        def total(self):
            return self.table.sum()

    return x * Weights().total()


# tf: same
def captured_for_tensorflow(a, x):  # expect: convert
    def scale(v):
        return v * tf.reduce_sum(a)

    return scale(x)


# tf: same
def held_for_tensorflow(a, x):  # expect: convert
    return x * Holder(a).in_tensorflow()


# tf: same
def default_for_tensorflow(a, x):  # expect: convert
    def total(b=a):
        return tf.reduce_sum(b)

    return x * total()


# tf: same
def captured_tensor(x):  # expect: convert
    def scale(v):
        return v * tf.reduce_sum(x)

    return scale(x) + Holder(x).in_tensorflow()


a, x = np.ones(3, np.float32), tf.constant([1.0, 2.0])
results = [
    captured(a, x),
    captured_by_lambda(a, x),
    captured_by_branch(a, x),
    captured_as_local(a, x),
    two_levels(a, x),
    as_default(a, x),
    by_method(a, x),
    by_property(a, x),
    by_record(a, x),
    set_afterwards(a, x),
    in_a_class(a, x),
    captured_for_tensorflow(a, x),
    held_for_tensorflow(a, x),
    default_for_tensorflow(a, x),
    captured_tensor(x),
]


class Passing:
    # tf: raises AttributeError "AttributeError: 'SymbolicTensor' object has no attribute 'su"
    def by_attribute(self, a, x):  # expect: HYB106
        self.top = a
        return x * self.total()

    def total(self):
        return self.top.sum()

    # tf: differs
    def by_attribute_for_tensorflow(self, a, x):  # expect: convert unsafe
        self.other = a
        return x * tf.reduce_sum(self.other)


passing = Passing()
results += [passing.by_attribute(a, x), passing.by_attribute_for_tensorflow(a, x)]
