"""Methods that functions hand out, with their objects and without."""

import functools

import tensorflow as tf


class Scaler:
    def __init__(self, factor):
        self.factor = tf.constant(factor)

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
registry = []
register(registry)
by_registry = registry[0](point)
by_dict = made()["step"](point)
attach(Runner)
by_attribute = Runner.step(point)
by_partial = partial()(point)
by_closure = closure()(point)
by_list = in_turn(point)
by_local = at_once(point)
runner = Runner(Scaler(8.0))
by_part = runner.apply(point)
pair = both()
by_pair = pair[1](point)
