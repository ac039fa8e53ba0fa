"""A number that counts turns is printed as 1.0 eagerly and as 1 in a graph; a whole number is printed alike in both."""

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


# tf: same
def whole_turns_told(rows):  # expect: convert
    total, turns = tf.zeros([]), 0
    for row in rows:
        total += tf.reduce_sum(row)
        turns += 1
        tf.print("turn", turns)
    return total / tf.cast(turns, tf.float32)


# tf: differs
def sum_and_turns(rows):  # expect: convert unsafe
    total, turns = 0.0, 0
    for row in rows:
        total += tf.reduce_sum(row)
        turns += 1
    return total, turns


rows = tf.constant([[1.0, 2.0], [3.0, 4.0]])
total, turns = sum_and_turns(rows)
second = whole_turns_told(rows), total / float(turns)
first = mean_of_rows(rows), mean_of_rows_quietly(rows)
