"""Functions with arguments in front, made once or at every call."""

from functools import partial

import tensorflow as tf


def power(x, p):
    return x**p


# tf: same, traces 1
def with_one(f, x):  # expect: convert
    for _ in range(9):
        x = f(x) * 0.5
    return x


# tf: same, traces 2
def with_two(f, x):  # expect: convert
    return f(x) * 2.0


# tf: same, traces 3
def with_new(f, x):  # expect: HYB127
    for _ in range(9):
        x = f(x) * 0.5
    return x


# tf: same, traces 3
def with_listed(f, x):  # expect: HYB127
    for _ in range(9):
        x = f(x) * 0.5
    return x


# tf: same, traces 2
def with_made(f, x):  # expect: HYB127
    for _ in range(9):
        x = f(x) * 0.5
    return x


class Model:
    def __init__(self, p):
        self.power = partial(power, p=p)

    # tf: same, traces 2
    def call(self, x):  # expect: convert
        return with_attribute(self.power, x)


# tf: same, traces 2
def with_attribute(f, x):  # expect: convert
    for _ in range(9):
        x = f(x) * 0.5
    return x


def make(p):
    return partial(power, p=p)


def main():
    square = partial(power, p=2.0)
    cube = partial(power, p=3.0)
    values = tf.constant([0.5, 0.25])
    results = []
    for _ in range(3):
        results += [with_one(square, values), with_two(square, values), with_two(cube, values)]
        results.append(with_new(partial(power, p=2.0), values))
    for each in [partial(power, p=float(p)) for p in range(3)]:
        results.append(with_listed(each, values))
    for p in (1.0, 2.0):
        results.append(with_made(make(p), values))
    models = [Model(2.0), Model(3.0)]
    for model in models:
        results += [model.call(values), model.call(values)]
    return results


kept = main()
