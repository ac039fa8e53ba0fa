"""A `TensorArray` changes in place in eager execution only: it matters where an earlier variable goes on to stand for it."""

import tensorflow as tf


def array():
    return tf.TensorArray(tf.float32, 2, clear_after_read=False, element_shape=(2,))


# tf: differs
def under_two_names(x):  # expect: HYB105
    rows = array().write(0, x).write(1, x)
    changed = rows.write(1, x * 2.0)
    return tf.exp(rows.stack()), changed.stack()


# tf: differs
def kept(x):  # expect: HYB105
    rows = array().write(0, x).write(1, x)
    before = rows
    rows = rows.write(1, x * 2.0)
    return tf.exp(rows.stack()), before.stack()


# tf: differs
def in_one_tuple(x):  # expect: HYB105
    rows = array().write(0, x)
    both = rows.write(1, x * 3.0), rows
    return tf.exp(both[1].write(1, x).stack()), both[0].stack()


def with_row(rows, index, x):
    return rows.write(index, x)


# tf: differs
def by_result(x):  # expect: HYB105
    rows = with_row(array(), 0, x)
    rows = with_row(rows, 1, x)
    others = with_row(rows, 1, x * 3.0)
    return tf.exp(rows.stack()) + others.stack()


# tf: same
def in_turn(x):  # expect: convert
    rows = array()
    for index in tf.range(2):
        rows = rows.write(index, x * tf.cast(index, tf.float32))
    whole = rows
    return tf.exp(whole.stack())


# tf: same
def handed_on(x):  # expect: convert
    rows = with_row(array(), 0, x)
    filled = with_row(rows, 1, x)
    return tf.exp(filled.stack())


# tf: same
def in_loop(x):  # expect: convert
    rows = array()
    _, filled = tf.while_loop(lambda i, _: i < 2, lambda i, r: (i + 1, r.write(i, x)), [0, rows])
    return tf.exp(filled.stack())


x = tf.constant([1.0, 2.0])
RESULTS = []
for turn in range(2):
    RESULTS += [under_two_names(x), kept(x), in_one_tuple(x), by_result(x)]
    RESULTS += [in_turn(x), handed_on(x), in_loop(x)]
