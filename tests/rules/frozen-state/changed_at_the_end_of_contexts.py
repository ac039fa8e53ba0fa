"""What an `ExitStack` changes where it ends, in objects that the same function has made and used."""

from contextlib import ExitStack

import tensorflow as tf

RESULTS = []
x = tf.constant([1.0, 2.0])


class BySetattr:
    rate = 1.0

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate


class BySpecialMethod:
    rate = 1.0

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate


class ByMethod:
    rate = 1.0

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * self.rate

    def set(self, rate):
        self.rate = rate


class ByContainer:
    def __init__(self):
        self.rates = [1.0]

    # tf: differs
    def step(self, x):  # expect: HYB104
        return x * float(len(self.rates))


class SetBefore:
    rate = 1.0

    # tf: same
    def step(self, x):  # expect: convert
        return x * self.rate


def main():
    first = BySetattr()
    with ExitStack() as stack:
        stack.callback(setattr, first, "rate", 9.0)
        RESULTS.append(first.step(x))
    RESULTS.append(first.step(x))
    second = BySpecialMethod()
    with ExitStack() as stack:
        stack.callback(second.__setattr__, "rate", 9.0)
        RESULTS.append(second.step(x))
    RESULTS.append(second.step(x))
    third = ByMethod()
    with ExitStack() as stack:
        stack.callback(third.set, 9.0)
        RESULTS.append(third.step(x))
    RESULTS.append(third.step(x))
    fourth = ByContainer()
    with ExitStack() as stack:
        stack.callback(fourth.rates.append, 9.0)
        RESULTS.append(fourth.step(x))
    RESULTS.append(fourth.step(x))
    fifth = SetBefore()
    with ExitStack() as stack:
        setattr(fifth, "rate", 9.0)
        stack.callback(RESULTS.append, x)
        RESULTS.append(fifth.step(x))
    RESULTS.append(fifth.step(x))


main()
