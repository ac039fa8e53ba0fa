"""What a loop over a tensor carries, and what a branch on a tensor chooses: numbers that become tensors, and tuples."""

import tensorflow as tf


# tf: same
def sums(x):  # expect: convert unsafe
    total = 0.0
    for row in x:
        total += tf.reduce_sum(row)
    return total


# tf: raises TypeError ""
def sums_double(x):  # expect: HYB109
    total = 0.0
    for row in x:
        total += tf.cast(tf.reduce_sum(row), tf.float64)
    return total


# tf: raises TypeError ""
def sums_into_integer(x):  # expect: HYB109
    total = 0
    for row in x:
        total += tf.reduce_sum(row)
    return total


# tf: raises ValueError "shape"
def sums_rows(x):  # expect: HYB109
    total = 0.0
    for row in x:
        total = total + row
    return total


# tf: differs
def counts_rows(x):  # expect: convert unsafe
    count = 0
    for _ in x:
        count += 1
    return count, x * 2.0


# tf: same
def newton(x):  # expect: convert unsafe
    y = 1.0
    while tf.abs(y * y - x[1, 1]) > 1e-3:
        y = 0.5 * (y + x[1, 1] / y)
    return y


# tf: same
def carries_pairs(x):  # expect: convert
    state = (tf.zeros([2]), (tf.ones([2]), tf.constant(0)))
    for i in tf.range(3):
        hidden, (cell, count) = state
        state = (hidden + x[0], (cell * x[1], count + i))
    return state


# tf: raises TypeError ""
def carries_longer_tuples(x):  # expect: HYB109
    state = (tf.zeros([2]),)
    for _ in tf.range(2):
        state = state + (x[0],)
    return state


# tf: raises ValueError ""
def carries_growing_parts(x):  # expect: HYB109
    state = (tf.zeros([2]), tf.ones([2]))
    for _ in tf.range(3):
        state = (state[0] + x[0], tf.concat([state[1], x[0]], 0))
    return state[1]


# tf: same
def chooses_pairs(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        pair = (x, x * 2.0)
    else:
        pair = (x * 3.0, x)
    return pair[0] + pair[1]


# tf: raises TypeError ""
def chooses_lengths(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        pair = (x, x * 2.0)
    else:
        pair = (x,)
    return pair[0]


value = tf.constant([[1.0, 2.0], [3.0, 4.0]])
for function in (sums, sums_rows, counts_rows, newton, carries_pairs):
    function(value)
for function in (carries_longer_tuples, carries_growing_parts, chooses_pairs, chooses_lengths):
    function(value)
try:
    sums_double(value)
except tf.errors.InvalidArgumentError:  # the sum of a float32 number and a float64 tensor
    pass
try:
    sums_into_integer(value)
except tf.errors.InvalidArgumentError:
    pass
