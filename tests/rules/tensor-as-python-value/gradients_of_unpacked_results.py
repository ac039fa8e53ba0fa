"""Gradients between two results of one call that stand in a variable before they are unpacked."""

import tensorflow as tf

w = tf.Variable([1.0, 2.0])


# tf: differs
def unpacked(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def unpacked_from_a_list(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def gone_through(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def picked(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: same
def under_two_names(x):  # expect: convert
    h = x * w
    return h, tf.reduce_sum(h * h)


x = tf.constant([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    found = unpacked(x)
    h, y = found
    rows = [unpacked_from_a_list(each) for each in [x]]
    ((h2, y2),) = rows
    many = gone_through(x)
    entries = picked(x)
    h3 = entries[0]
    y3 = entries[1]
    h4, _ = under_two_names(x)
    h5 = h4
    y5 = tf.reduce_sum(h4 * h4)
RESULTS = [tape.gradient(y, h), tape.gradient(y2, h2), tape.gradient(y3, h3), tape.gradient(y5, h5)]
for part in many:
    RESULTS.append(tape.gradient(many[1], part))
