"""Parts that cannot be seen, and that the maker of an object sets up."""

import types

import tensorflow as tf

made = globals()["types"].SimpleNamespace


class Scaled(tf.Module):
    def __init__(self):
        super().__init__()
        self.part = made(rate=1.0)
        self.part.rate = 2.0
        other = made(shift=0.0)
        other.shift = 1.0
        self.other = other

    # tf: same
    def __call__(self, x):  # expect: convert unsafe
        return tf.exp(x * self.part.rate) + self.other.shift


class Given(tf.Module):
    def __init__(self, part):
        super().__init__()
        self.part = part

    # tf: differs
    def __call__(self, x):  # expect: HYB104
        return tf.exp(x * self.part.factor)


class Faster:
    def __init__(self, part):
        part.factor = 3.0


scaled = Scaled()
part = made(factor=1.0)
given = Given(part)
results = [scaled(tf.ones([2])), given(tf.ones([2]))]
Faster(part)
results += [scaled(tf.ones([2])), given(tf.ones([2]))]
