"""Lengths that a graph does not know, in checks that only raise: None is no number, so the check is left out."""

import tensorflow as tf


def rows(x):
    return tf.boolean_mask(x, tf.greater(x[:, 0], 0.0))


# tf: same
def no_empty_rows(x):  # expect: convert unsafe
    some, more = rows(x), rows(x * 2.0)
    if 0 in (some.shape[0], more.shape[-1]):
        raise ValueError(f"rows cannot have length 0, got shapes {some.shape} and {more.shape}")
    if some.shape[0] == 7 or more.shape[0] == 8:
        raise ValueError("too many")
    if (
        some.shape[:-1] != more.shape[:-1]
        and None not in some.shape[:-1]
        and None not in more.shape[:-1]
    ):
        raise ValueError(f"shapes must match, got {some.shape}, {more.shape}")
    return tf.reduce_sum(some) + tf.reduce_sum(more)


# tf: raises ValueError "too many"
def as_many(x):  # expect: HYB105
    some = rows(x)
    if some.shape[0] != 2:
        raise ValueError("too many")
    return tf.reduce_sum(some)


# tf: raises ValueError "of one length"
def others(x):  # expect: HYB105
    some, more = rows(x), rows(x[:1])
    if some.shape[0] == more.shape[0]:
        raise ValueError("of one length")
    return tf.reduce_sum(some) + tf.reduce_sum(more)


# tf: differs
def halves(x):  # expect: HYB105
    some = rows(x)
    if some.shape[0] == 2:
        some = some / 2.0
    return tf.reduce_sum(some)


for _ in range(3):
    for function in (no_empty_rows, as_many, others, halves):
        function(tf.ones([2, 3]))
