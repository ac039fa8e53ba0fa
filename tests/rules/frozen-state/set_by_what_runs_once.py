"""Attributes that a method sets before its loop, which a run of the program calls once, or more often."""

from contextlib import ExitStack

import tensorflow as tf

RESULTS = []
x = tf.constant([1.0, 2.0])


class Once:
    # tf: same
    def step(self, x):  # expect: convert
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))


class Deeper:
    # tf: same
    def step(self, x):  # expect: convert unsafe
        return x * self.rate

    def turn(self):
        RESULTS.append(self.step(x))

    def train(self, rate):
        self.prepare(rate)
        for _ in range(3):
            self.turn()

    def prepare(self, rate):
        self.rate = rate


class Twice:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))


class InLoop:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))


class CalledTwice:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))


class Decaying:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))
            self.rate = self.rate * 0.5


class Later:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))
        self.rate = 0.25
        RESULTS.append(self.step(x))


class Before:
    rate = 2.0

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))


class Recursive:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        RESULTS.append(self.step(x))
        if rate < 3.0:
            self.train(rate * 2.0)


class HandedOver:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))


class FromTwoPlaces:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self, rate):
        self.rate = rate
        for _ in range(3):
            RESULTS.append(self.step(x))


class AtTheEnd:
    rate = 1.0

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def train(self):
        with ExitStack() as stack:
            stack.callback(setattr, self, "rate", 9.0)
            RESULTS.append(self.step(x))
        RESULTS.append(self.step(x))


class Filled:
    def __init__(self):
        self.rates = [1.0]

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * float(len(self.rates))


class BySetattr:
    # tf: same
    def step(self, x):  # expect: convert unsafe
        return x * self.rate

    def train(self, rate):
        setattr(self, "rate", rate)
        for _ in range(3):
            RESULTS.append(self.step(x))


class OfAnother:
    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate


class Loop:
    def run(self, model, rate):
        model.rate = rate
        for _ in range(3):
            RESULTS.append(model.step(x))


def main():
    Once().train(0.5)
    deeper = Deeper()
    deeper.train(0.5)
    twice = Twice()
    twice.train(0.5)
    twice.train(0.75)
    looped = InLoop()
    for rate in (0.5, 0.75):
        looped.train(rate)
    Decaying().train(0.5)
    Later().train(0.5)
    before = Before()
    RESULTS.append(before.step(x))
    before.train(0.5)
    Recursive().train(1.0)
    handed = HandedOver()
    for train in (handed.train, handed.train):
        train(len(RESULTS) * 0.5)
    many = FromTwoPlaces()
    first(many)
    second(many)
    AtTheEnd().train()
    filled = Filled()
    with ExitStack() as stack:
        stack.callback(filled.rates.append, 9.0)
        RESULTS.append(filled.step(x))
    RESULTS.append(filled.step(x))
    BySetattr().train(0.5)
    model = OfAnother()
    loop = Loop()
    loop.run(model, 0.5)
    loop.run(model, 0.75)


def first(trainer):
    trainer.train(0.5)


def second(trainer):
    trainer.train(0.75)


def session(trainer, rate):
    trainer.train(rate)


main()
stays = CalledTwice()
session(stays, 0.5)
session(stays, 0.75)
