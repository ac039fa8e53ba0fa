"""A number that counts the turns of a loop is printed as a Python number eagerly, and as a tensor in a graph: 1.0 and 1."""

import tensorflow as tf


# tf: differs
def mean_of_rows(rows):  # expect: undetermined HYB109
    total, turns = tf.zeros([]), 0.0
    for row in rows:
        total += tf.reduce_sum(row)
        turns += 1
        tf.print("turn", turns)
    return total / turns


# tf: same
def mean_of_rows_quietly(rows):  # expect: convert unsafe
    total = tf.zeros([])
    turns = 0.0
    for row in rows:
        total += tf.reduce_sum(row)
        turns += 1
    return total / turns


rows = tf.constant([[1.0, 2.0], [3.0, 4.0]])
first = mean_of_rows(rows), mean_of_rows_quietly(rows)
