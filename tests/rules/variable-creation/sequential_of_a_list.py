"""A `Sequential` of layers in a list of unknown length, all of which say what they get, is built at once."""

import sys

import tensorflow as tf


def layers(sizes, **options):  # expect: HYB108, HYB112, HYB116, HYB118
    found = []
    for before, after in zip(sizes, sizes[1:]):
        found += [tf.keras.layers.Dense(after, input_shape=(before,), **options)]
    return found


def unsaid(sizes):  # expect: HYB108, HYB112, HYB116, HYB118
    found = []
    for size in sizes:
        found += [tf.keras.layers.Dense(size)]
    return found


class Said(tf.keras.Model):
    def __init__(self, sizes):
        super().__init__()
        self.parts = tf.keras.Sequential(layers(sizes))

    # tf: same
    def call(self, x):  # expect: convert
        return self.parts(x)


class Unsaid(tf.keras.Model):
    def __init__(self, sizes):
        super().__init__()
        self.parts = tf.keras.Sequential(unsaid(sizes))

    def call(self, x):  # expect: undetermined HYB108
        return self.parts(x)


sizes = [4] * max(2, len(sys.argv))
said, unsaid_ = Said(sizes), Unsaid(sizes)
for _ in range(3):
    said(tf.ones([2, 4]))
    unsaid_(tf.ones([2, 4]))
