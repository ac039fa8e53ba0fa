"""Settings that a function changes once a program has made all calls of what reads them, and some that it changes sooner."""

import tensorflow as tf


class Model:
    def __init__(self):
        self.scale, self.parts = 2.0, [1.0, 2.0]


def freeze_first(model):
    model.scale = 0.0


def freeze_second(model):
    model.scale = 0.0


def freeze_third(model):
    model.scale = 0.0


def freeze_fourth(model):
    model.scale = 0.0


def freeze_shared_one(model):
    model.scale = 0.0


def freeze_trained_one(model):
    model.scale = 0.0


def shorten(model):
    model.parts.pop()


# tf: same
def scaled(model, x):  # expect: convert unsafe
    return x * model.scale


# tf: same
def summed(model, x):  # expect: convert unsafe
    return tf.add_n([x * part for part in model.parts])


# tf: differs
def scaled_again(model, x):  # expect: HYB104
    return x * model.scale


# tf: differs
def scaled_in_turns(model, x):  # expect: HYB104
    return x * model.scale


# tf: differs
def scaled_later(model, x):  # expect: HYB104
    return x * model.scale


# tf: same
def trained(model, x):  # expect: convert unsafe
    return x * model.scale


# tf: differs
def evaluated(model, x):  # expect: HYB104
    return x * model.scale


# tf: differs
def generated(model, x):  # expect: HYB104
    return x * model.scale


# tf: differs
def shared(model, x):  # expect: HYB104
    return x * model.scale


def values(model, x):
    while True:
        yield generated(model, x)


ONE = Model()


def run(x):
    shared(ONE, x)
    freeze_shared_one(ONE)


def main(x):
    model = Model()
    for _ in range(3):
        trained(model, x)
        evaluated(model, x)
    taken = values(model, x)
    next(taken)
    freeze_trained_one(model)
    return [evaluated(model, x), next(taken)]


def unfrozen(x):
    ONE.scale = 3.0
    run(x)


x = tf.ones([2])
first, second, third, fourth = Model(), Model(), Model(), Model()
results = []
for _ in range(2):
    results.append(scaled(first, x))
    results.append(summed(first, x))
    results.append(scaled_again(second, x))
print(freeze_first(first), shorten(first))
freeze_second(second)
results.append(scaled_again(second, x))
for _ in range(2):
    results.append(scaled_in_turns(third, x))
    freeze_third(third)
later = lambda: scaled_later(fourth, x)  # noqa: E731
results.append(later())
freeze_fourth(fourth)
results.append(later())
results += main(x)
run(x)
unfrozen(x)
