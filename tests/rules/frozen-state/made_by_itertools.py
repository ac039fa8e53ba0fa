"""Objects that `itertools` hands on, of which an attribute changes between calls."""

import itertools

import tensorflow as tf


class Part:
    def __init__(self, factor):
        self.factor = factor
        self.width = factor


parts = [Part(1.0), Part(2.0)]
chained = list(itertools.chain.from_iterable([parts, parts]))
repeated = list(itertools.repeat(parts[0], 2))


# tf: differs
def of_chained(x):  # expect: HYB104
    return tf.exp(x) * chained[2].factor


# tf: differs
def of_repeated(x):  # expect: HYB104
    return tf.exp(x) * repeated[1].factor


# tf: same
def of_settled(x):  # expect: convert
    return tf.exp(x) * chained[2].width * repeated[1].width


# tf: same
def with_repeated(x):  # expect: convert
    return tf.add_n([a * b for a, b in zip(itertools.repeat(x), [1.0, 2.0])])


RESULTS = []


def main():
    x = tf.ones([2])
    for turn in range(3):
        RESULTS.extend([of_chained(x), of_repeated(x), of_settled(x), with_repeated(x)])
        parts[0].factor = 3.0 + turn


main()
