"""An array that a trace has read may change under another name."""

import numpy as np
import tensorflow as tf

means = np.zeros(2, np.float32)
scales = np.ones(2, np.float32)
rows = np.zeros((2, 2), np.float32)
fixed = np.zeros(2, np.float32)
fixed[0] = 3.0


def move(array):
    array[0] += 1.0


# tf: differs
def reads_moved(x):  # expect: HYB104
    return x - means


# tf: differs
def reads_aliased(x):  # expect: HYB104
    return x / scales


# tf: differs
def reads_viewed(x):  # expect: HYB104
    return x + rows[0]


# tf: same
def reads_fixed(x):  # expect: convert
    return x + fixed


alias = scales
row = rows[0]
for step in range(3):
    value = tf.constant([1.0, 2.0])
    reads_moved(value)
    move(means)
    reads_aliased(value)
    alias += 1.0
    reads_viewed(value)
    row[0] = step
    reads_fixed(value)
