"""`validate_indices` of `tf.gather`: with it, without it, and what happens out of range."""

import tensorflow as tf


# tf: same
def checked(table, rows):  # expect: undetermined HYB129, HYB135
    return tf.gather(table, rows, validate_indices=True)


# tf: same
def unchecked(table, rows):  # expect: undetermined HYB129, HYB135
    return tf.gather(table, rows, validate_indices=False) * 2.0


# tf: same
def plain(table, rows):  # expect: undetermined HYB129
    return tf.gather(table, rows)


# tf: same
def clipped(table, rows):  # expect: convert
    last = tf.shape(table)[0] - 1
    return tf.gather(table, tf.clip_by_value(rows, 0, last))


table = tf.constant([1.0, 2.0, 3.0])
for gather in (checked, unchecked, plain):
    gather(table, tf.constant([0, 2]))
clipped(table, tf.constant([0, 7]))
raised = 0
for gather in (checked, unchecked, plain):
    try:
        gather(table, tf.constant([0, 7]))
    except tf.errors.InvalidArgumentError:
        raised += 1
assert raised == 3, "on a CPU all of them check"
