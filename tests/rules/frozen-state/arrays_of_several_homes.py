"""Arrays of which one of several is read: from a list, a dict or an attribute of one of several objects."""

import numpy as np
import tensorflow as tf


class Shift:
    def __init__(self, by):
        self.by = by


def zeros():
    return np.zeros(2, np.float32)


first, second = zeros(), zeros()
listed = []
for array in (first, second):
    listed.append(array)
weights, biases = zeros(), zeros()
NAMED = {"weights": weights, "biases": biases}
shift, other_shift = zeros(), zeros()
SHIFTS = [Shift(by) for by in (shift, other_shift)]
left, right = zeros(), zeros()
chosen = left if len(listed) == 2 else right
settled, other_settled = zeros(), zeros()
SETTLED = {"settled": settled, "other": other_settled}
SETTLED_SHIFTS = [Shift(by) for by in (settled, other_settled)]


# tf: differs
def of_list(x):  # expect: HYB104
    return tf.exp(x) + listed[0]


# tf: differs
def of_dict(x):  # expect: HYB104
    return tf.exp(x) * NAMED["weights"]


# tf: differs
def of_each_entry(x):  # expect: HYB104
    for value in NAMED.values():
        x = x + value
    return tf.exp(x)


# tf: differs
def of_object(x):  # expect: HYB104
    return tf.exp(x) + SHIFTS[0].by


# tf: differs
def of_choice(x):  # expect: HYB104
    return tf.exp(x) + chosen


# tf: same
def of_settled_entry(x):  # expect: convert
    for value in SETTLED.values():
        x = x + value
    return tf.exp(x)


# tf: same
def of_settled_object(x):  # expect: convert
    return tf.exp(x) + SETTLED_SHIFTS[0].by


RESULTS = []


def main():
    x = tf.ones([2])
    for turn in range(3):
        RESULTS.extend([of_list(x), of_dict(x), of_each_entry(x), of_object(x), of_choice(x)])
        RESULTS.extend([of_settled_entry(x), of_settled_object(x)])
        for changed in (first, weights, shift, left):
            changed[0] = turn + 1.0


main()
