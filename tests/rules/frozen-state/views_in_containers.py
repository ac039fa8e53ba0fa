"""Views of arrays that a list or dict holds, and arrays of a list under another name: what changes is the same memory."""

import pickle
from functools import partial

import numpy as np
import tensorflow as tf


class Buffer:
    def __init__(self):
        self.data = np.zeros((2, 2), np.float32)
        self.rows = [self.data[i] for i in range(2)]
        self.copies = [self.data[i].copy() for i in range(2)]
        self.parts = [np.zeros(2, np.float32), np.zeros(2, np.float32)]
        self.last = self.parts[1]

    def store(self, value):
        self.data[0] = value
        for part in self.parts:
            part[:] = value


buffer = Buffer()
table = np.zeros((2, 2), np.float32)
ROWS = list(table)
HALVES = np.split(table, 2)
BY_NAME = {"turned": table.T}
COPIED = [np.array(row) for row in table]
RESTORED = pickle.loads(pickle.dumps(Buffer()))
first = np.zeros(2, np.float32)
BOUND = partial(tf.add, first)
SETTLED = partial(tf.add, np.zeros(2, np.float32))


# tf: differs
def row_of_attribute(x):  # expect: HYB104
    return tf.exp(x) + buffer.rows[0]


# tf: same
def copy_of_attribute(x):  # expect: convert
    return tf.exp(x) + buffer.copies[0]


# tf: differs
def under_another_name(x):  # expect: HYB104
    return tf.exp(x) + buffer.last


# tf: differs
def of_each_part(x):  # expect: HYB104
    return tf.exp(x) + tf.add_n([tf.constant(part) for part in buffer.parts])


# tf: differs
def row_of_variable(x):  # expect: HYB104
    return tf.exp(x) + ROWS[0]


# tf: differs
def half(x):  # expect: HYB104
    return tf.exp(x) + HALVES[0][0]


# tf: differs
def turned(x):  # expect: HYB104
    return tf.exp(x) + BY_NAME["turned"][0]


# tf: same
def copied(x):  # expect: convert
    return tf.exp(x) + COPIED[0]


# tf: differs
def of_unseen_object(x):  # expect: HYB104
    return tf.exp(x) * RESTORED.data[0]


# tf: differs
def of_partial(x):  # expect: HYB104
    return BOUND(tf.exp(x))


# tf: same
def of_settled_partial(x):  # expect: convert
    return SETTLED(tf.exp(x))


RESULTS = []


def main():
    x = tf.ones([2])
    for turn in range(3):
        RESULTS.extend([row_of_attribute(x), copy_of_attribute(x), under_another_name(x), of_each_part(x)])
        RESULTS.extend([row_of_variable(x), half(x), turned(x), copied(x), of_unseen_object(x)])
        RESULTS.extend([of_partial(x), of_settled_partial(x)])
        buffer.store(turn + 1.0)
        table[0, 0] = turn + 1.0
        RESTORED.data[0] = turn + 2.0
        first[0] = turn + 1.0


main()
