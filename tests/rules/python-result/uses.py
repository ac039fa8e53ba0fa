"""Results that nobody uses, and numbers in the place of tensors: a graph returns tensors, which this program does not notice."""

import tensorflow as tf

average = tf.Variable([0.0, 0.0])


# tf: differs
def updated(variable, value):  # expect: convert unsafe
    variable.assign(0.9 * variable + 0.1 * value)
    return variable


# tf: differs
def counted(value):  # expect: convert unsafe
    average.assign_add(value)
    return 3


# tf: differs
def counted_and_used(value):  # expect: HYB112
    average.assign_add(value)
    return 3


# tf: same
def total(values, rounds):  # expect: convert unsafe
    found = 0.0
    for _ in range(rounds):
        found = found + tf.reduce_sum(values)
    return found


# tf: differs
def nothing_to_add(values, rounds):  # expect: convert unsafe
    found = 0.0
    for _ in range(rounds):
        found = found + tf.reduce_sum(values)
    return found


value = tf.constant([1.0, 2.0])
for step in range(2):
    updated(average, value)
    counted(value)
print(counted_and_used(value) + 1)
counts = [int(text) for text in "3 2".split()]
for count in counts:
    total(value, count)
zeros = [int(text) for text in "0 2".split()]
for count in zeros:
    nothing_to_add(value, count)
