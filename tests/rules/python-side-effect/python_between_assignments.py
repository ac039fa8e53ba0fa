"""Python that runs as an operation and reads a variable: a graph has no order for it and the assignments around it."""

import tensorflow as tf

count, total = tf.Variable(0.0), tf.Variable(0.0)
seen = []


def look():
    seen.append(float(count.numpy()))


def twice(value):
    return value.numpy() * 2.0


# Which order a graph takes is left to it.
def counted(x):  # expect: undetermined HYB102, HYB131
    count.assign_add(x)
    tf.py_function(look, [], [])
    count.assign_add(100.0)
    return x * 1.0


# tf: same
def given(x):  # expect: convert HYB131
    total.assign_add(x)
    doubled = tf.py_function(twice, [x], tf.float32)
    doubled.set_shape([])
    return doubled + 1.0


results = [counted(tf.constant(3.0)), given(tf.constant(3.0))]
