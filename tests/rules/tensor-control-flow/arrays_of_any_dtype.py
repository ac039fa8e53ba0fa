"""A `TensorArray` in a loop over a tensor: it keeps its dtype, whatever that is."""

import tensorflow as tf


# tf: same
def reversed_rows(rows: tf.Tensor) -> tf.Tensor:  # expect: convert
    number = tf.shape(rows)[0]
    found = tf.TensorArray(rows.dtype, size=number)
    for i in tf.range(number):
        found = found.write(number - i - 1, rows[i])
    return found.stack()


def changed_for_another(rows: tf.Tensor) -> tf.Tensor:  # expect: HYB109
    found = tf.TensorArray(rows.dtype, size=2).unstack(rows[:2])
    for i in tf.range(2):
        found = tf.TensorArray(tf.int32, size=2).write(i, 1).write(1 - i, 2)
    return found.stack()


for dtype in (tf.float32, tf.int64):
    rows = tf.cast(tf.reshape(tf.range(6), [3, 2]), dtype)
    reversed_rows(rows)
