"""What stands for a tensor itself: a graph gets another tensor for an argument, and variables as they are."""

import tensorflow as tf

x = tf.constant([3.0, 1.0])
v = tf.Variable([3.0, 1.0])
KNOWN = {x.ref()}
SCALES = {v.ref(): 2.0}


# tf: differs
def by_set(x):  # expect: HYB106
    return x * 2.0 if x.ref() in KNOWN else x


# tf: differs
def by_table(x, table):  # expect: HYB106
    return table.get(x.ref(), 0.0) * x


# tf: same
def by_variable(v):  # expect: convert
    return v * SCALES[v.ref()]


# tf: same
def by_global_variable(x):  # expect: convert
    return x * SCALES[v.ref()]


RESULTS = [by_set(x), by_table(x, {x.ref(): 2.0}), by_variable(v), by_global_variable(x)]
