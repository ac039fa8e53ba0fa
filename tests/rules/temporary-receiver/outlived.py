"""Methods that are known for longer than the variable of a module that holds their object."""

import tensorflow as tf


class Scaler:
    def __init__(self, factor):
        self.factor = tf.constant(factor)

    # tf: raises AttributeError "'NoneType' object"
    def of_each_turn(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object"
    def of_each_element(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object"
    def deleted(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object"
    def replaced(self, x):  # expect: HYB122
        return x * self.factor

    # tf: same
    def of_variable(self, x):  # expect: convert
        return x * self.factor

    # tf: same
    def of_kept_object(self, x):  # expect: convert
        return x * self.factor


point = tf.ones([3])
steps = []
for factor in (1.0, 2.0):
    scaler = Scaler(factor)
    steps.append(scaler.of_each_turn)
turns = [step(point) for step in steps]
elements = [step(point) for step in [each.of_each_element for each in map(Scaler, (1.0, 2.0))]]
gone = Scaler(1.0)
of_gone = gone.deleted
del gone
after_deletion = of_gone(point)
first = Scaler(1.0)
of_first = first.replaced
first = None
after_replacement = of_first(point)
lasting = Scaler(1.0)
of_lasting = [lasting.of_variable]
by_variable = of_lasting[0](point)
kept = []
of_kept = []
for factor in (1.0, 2.0):
    scaler = Scaler(factor)
    kept.append(scaler)
    of_kept.append(scaler.of_kept_object)
by_kept = [step(point) for step in of_kept]
