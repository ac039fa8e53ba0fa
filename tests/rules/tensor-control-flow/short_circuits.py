"""Operands of `and` and `or` behind a tensor: a graph traces them whether eager execution evaluates them or not."""

import tensorflow as tf

seen = []


# tf: differs
def noticed(x):  # expect: HYB102
    seen.append(1)
    return tf.reduce_all(x > 0.0)


# tf: raises ValueError ""
def third_is_positive(x):  # expect: HYB109
    return tf.size(x) > 2 and x[2] > 0.0


# tf: raises ValueError ""
def short_or_third(x):  # expect: HYB109
    return tf.size(x) < 3 or x[2] > 0.0


# tf: same
def both(x):  # expect: convert
    return tf.reduce_any(x > 1.0) and tf.reduce_any(x < 0.0)


# tf: same
def first_is_positive(x):  # expect: convert
    return tf.reduce_any(x < 5.0) and x[0] > 0.0


for x in (tf.constant([1.0, 2.0]), tf.constant([-1.0, 0.5])):
    third_is_positive(x)
    short_or_third(x)
    both(x)
    first_is_positive(x)
    noticed(x)
