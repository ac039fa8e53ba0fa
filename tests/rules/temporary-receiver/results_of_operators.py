"""Methods of what an operator has just made: only the running call holds it."""

import tensorflow as tf


class Quantity:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Quantity(self.value + other.value)

    def __neg__(self):
        return Quantity(-self.value)

    # tf: raises AttributeError "AttributeError: 'NoneType' object has no attribute 'value'"
    def total(self):  # expect: HYB122
        return tf.reduce_sum(self.value)

    # tf: raises AttributeError "AttributeError: 'NoneType' object has no attribute 'value'"
    def mean(self):  # expect: HYB122
        return tf.reduce_mean(self.value)

    # tf: same
    def largest(self):  # expect: convert
        return tf.reduce_max(self.value)


quantity = Quantity(tf.ones(2))
both = quantity + quantity
results = [(quantity + quantity).total(), (-quantity).mean(), both.largest()]
