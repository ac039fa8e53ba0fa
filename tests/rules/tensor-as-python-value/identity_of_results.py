"""Results that are arguments: eagerly the same object, from a graph another tensor, which only those who ask can tell."""

import tensorflow as tf


# tf: differs
def at_most(x, limit):  # expect: HYB105
    return x if limit is None else tf.minimum(x, limit)


# tf: same
def halved(x):  # expect: convert
    return x / 2.0


# tf: differs
def is_left_alone(x):  # expect: HYB105, HYB112, HYB118
    return at_most(x, None) is x


# tf: differs
def twice(x):  # expect: HYB105
    y = tf.exp(x)
    return y, y


# tf: same
def both(x):  # expect: convert
    y = tf.exp(x)
    return y, x * 2.0


x = tf.constant([1.0, 2.0])
first, second = twice(x)
same = first is second
others = both(x)
unchanged = at_most(x, None) is x
changed = at_most(x, 1.0) is x
half = halved(x)
alone = is_left_alone(x)
