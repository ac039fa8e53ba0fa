"""A length counted from behind, of a tensor of which only the number of rows is open: it may have no other axis."""

import json

import tensorflow as tf

RANK = json.loads("2")


def rows(x):
    return tf.boolean_mask(x, tf.greater(tf.reduce_sum(tf.reshape(x, [3, -1]), -1), 0.0))


def shaped(x, rank):
    return tf.reshape(x, [3] + [2] * (rank - 1))


# tf: same
def of_the_last_axis(x):  # expect: convert unsafe
    some = rows(shaped(x, RANK))
    return some * float(some.shape[-1])


# tf: raises TypeError ""
def of_the_only_axis(x):  # expect: HYB105
    some = rows(tf.reshape(x, [3]))
    return some * float(some.shape[-1])


# tf: raises TypeError ""
def of_the_first_axis(x):  # expect: HYB105
    some = rows(shaped(x, RANK))
    return some * float(some.shape[0])


for _ in range(3):
    of_the_last_axis(tf.ones([6]))
    of_the_only_axis(tf.ones([3]))
    of_the_first_axis(tf.ones([6]))
