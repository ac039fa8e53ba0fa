"""Methods that are known for longer than their objects, and methods that are not."""

import functools

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

    # tf: raises AttributeError "'NoneType' object"
    def registered(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object"
    def returned_in_dict(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object"
    def attached(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object"
    def in_partial(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object"
    def captured(self, x):  # expect: HYB122
        return x * self.factor

    # tf: raises AttributeError "'NoneType' object"
    def in_local_list(self, x):  # expect: HYB122
        return x * self.factor

    # tf: same
    def of_variable(self, x):  # expect: convert
        return x * self.factor

    # tf: same
    def of_kept_object(self, x):  # expect: convert
        return x * self.factor

    # tf: same
    def of_local_variable(self, x):  # expect: convert
        return x * self.factor

    # tf: same
    def of_part(self, x):  # expect: convert
        return x * self.factor

    # tf: same
    def beside_its_object(self, x):  # expect: convert
        return x * self.factor


class Runner:
    step = None

    def __init__(self, scaler):
        self.scaler = scaler
        self.apply = scaler.of_part


def register(registry):
    scaler = Scaler(3.0)
    registry.append(scaler.registered)


def made():
    scaler = Scaler(3.0)
    return {"step": scaler.returned_in_dict}


def attach(runner):
    scaler = Scaler(4.0)
    runner.step = scaler.attached


def partial():
    scaler = Scaler(5.0)
    return functools.partial(scaler.in_partial)


def closure():
    scaler = Scaler(6.0)
    apply = scaler.captured

    def run(x):
        print("runs")
        return apply(x) + 1.0

    return run


def in_turn(x):
    print("in turn")
    steps = []
    for factor in (1.0, 2.0):
        scaler = Scaler(factor)
        steps.append(scaler.in_local_list)
    return sum(step(x) for step in steps)


def at_once(x):
    print("at once")
    scaler = Scaler(2.0)
    apply = scaler.of_local_variable
    return apply(x) + apply(x)


def both():
    scaler = Scaler(7.0)
    return scaler, scaler.beside_its_object


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
registry = []
register(registry)
by_registry = registry[0](point)
by_dict = made()["step"](point)
attach(Runner)
by_attribute = Runner.step(point)
by_partial = partial()(point)
by_closure = closure()(point)
by_list = in_turn(point)
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
by_local = at_once(point)
runner = Runner(Scaler(8.0))
by_part = runner.apply(point)
pair = both()
by_pair = pair[1](point)
