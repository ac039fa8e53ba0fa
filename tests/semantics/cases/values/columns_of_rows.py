"""`zip(*rows)` gives columns of a length that is not known where it is not known how many rows there are."""

import numpy as np
import tensorflow as tf


def row(number):
    return number, [1.0, 2.0]


def batches(count, size):
    for start in range(0, count, size):
        numbers, pairs = map(np.array, zip(*[row(n) for n in range(start, min(start + size, count))]))
        yield numbers, pairs


def learn(numbers, pairs):  # fact: numbers:array verdict=convert safe=false
    return tf.reduce_sum(numbers) + tf.cast(tf.reduce_sum(pairs), tf.int64)


def known(column):  # fact: column:array verdict=convert
    return tf.reduce_sum(column)


for numbers, pairs in batches(10, 4):
    learn(numbers, pairs)
for column in zip(*[row(0), row(1)]):
    known(np.array(column[0]))
