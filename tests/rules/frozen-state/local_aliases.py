"""Lists, dicts and arrays of one call, which a nested function reads by another name than the one they change by."""

import numpy as np
import tensorflow as tf


def lists(x):
    scales = [1.0]
    mine = scales
    also, _ = scales, 1

    # tf: differs
    def by_alias(x):  # expect: HYB104
        return tf.reduce_mean(tf.square(x)) * sum(mine)

    # tf: differs
    def by_part(x):  # expect: HYB104
        return tf.reduce_mean(tf.square(x)) * also[0]

    for _ in range(3):
        results.append((by_alias(x), by_part(x)))
        scales[0] += 1.0
        scales.append(2.0)


def dicts(x):
    settings = {"scale": 1.0}
    mine = settings

    # tf: differs
    def by_key(x):  # expect: HYB104
        return tf.reduce_mean(tf.square(x)) * mine["scale"]

    for _ in range(3):
        results.append(by_key(x))
        settings |= {"scale": 2.0}


def arrays(x):
    data = np.ones((4, 3), np.float32)
    first = data[:3]
    other = np.ones((2, 2), np.float32)
    flat = other.ravel()
    apart = np.exp(data)

    # tf: differs
    def of_part():  # expect: HYB104
        return tf.reduce_sum(tf.exp(first))

    # tf: differs
    def of_view():  # expect: HYB104
        return tf.reduce_sum(tf.exp(flat))

    # tf: same
    def of_new(x):  # expect: convert
        return tf.reduce_sum(tf.exp(x)) + tf.reduce_sum(apart)

    for _ in range(3):
        results.append((of_part(), of_view(), of_new(x)))
        data += 1.0
        other[0] = 3.0


# tf: same
def lists_of_its_own(x):  # expect: convert
    parts = [x]
    parts.append(tf.exp(x))
    return tf.add_n(parts)


results = []
lists(tf.ones([2]))
dicts(tf.ones([2]))
arrays(tf.ones([2]))
lists_of_its_own(tf.ones([2]))
