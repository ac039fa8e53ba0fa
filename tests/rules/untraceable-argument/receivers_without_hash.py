"""Methods of classes whose instances have no hash: `tf.function` keeps what belongs to a receiver by its hash."""

import argparse
import collections
import types

import tensorflow as tf


class Options(argparse.Namespace):
    # tf: raises TypeError ""
    def scaled(self, x):  # expect: HYB120
        return x * 2.0


class Space(types.SimpleNamespace):
    # tf: raises TypeError ""
    def scaled(self, x):  # expect: HYB120
        return x * 2.0


class Table(collections.UserDict):
    # tf: raises TypeError ""
    def scaled(self, x):  # expect: HYB120
        return x * 2.0


class Rows(collections.UserList):
    # tf: raises TypeError ""
    def scaled(self, x):  # expect: HYB120
        return x * 2.0


class Queue(collections.deque):
    # tf: raises TypeError ""
    def scaled(self, x):  # expect: HYB120
        return x * 2.0


class Counts(collections.Counter):
    # tf: raises TypeError ""
    def scaled(self, x):  # expect: HYB120
        return x * 2.0


class Chain(collections.ChainMap):
    # tf: raises TypeError ""
    def scaled(self, x):  # expect: HYB120
        return x * 2.0


class Part(tf.Module):
    # tf: same
    def scaled(self, x):  # expect: convert
        return x * 2.0


options, space, table = Options(), Space(), Table()
rows, queue, counts, chain, part = Rows(), Queue(), Counts(), Chain(), Part()
for number in (1.0, 2.0):
    x = tf.constant(number)
    options.scaled(x)
    space.scaled(x)
    table.scaled(x)
    rows.scaled(x)
    queue.scaled(x)
    counts.scaled(x)
    chain.scaled(x)
    part.scaled(x)
