"""The number of turns that a graph counts may be returned beside a sum, if nobody needs the Python number."""

import tensorflow as tf


# tf: differs
def total_and_number(rows):  # expect: convert unsafe
    total = 0.0
    number = 0.0
    for row in rows:
        total += tf.reduce_sum(row)
        number += 1
    return total, number


# tf: differs
def number_alone(rows):  # expect: convert unsafe
    number = 0
    for row in rows:
        tf.debugging.assert_all_finite(row, "a number")
        number += 1
    return number


# tf: differs
def number_in_a_dict(rows):  # expect: HYB112
    number = 0
    for row in rows:
        tf.debugging.assert_all_finite(row, "a number")
        number += 1
    return {"number": number}


# tf: differs
def counted_down(rows):  # expect: convert unsafe
    total = 0.0
    number = 0
    for row in rows:
        total += tf.reduce_sum(row)
        number -= 1
    return total, number


rows = tf.constant([[1.0, 2.0], [3.0, 4.0]])
total, number = total_and_number(rows)
results = [total / number, number_alone(rows), number_in_a_dict(rows), counted_down(rows)]
