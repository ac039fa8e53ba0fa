"""Comparisons that are negated, for which a graph takes the opposite ones; and constants and inverses before comparisons."""

import tensorflow as tf


# tf: differs
def not_less(x, y):  # expect: convert unsafe
    return tf.logical_not(tf.less(x, y))


# tf: differs
def not_greater_equal(x, y):  # expect: convert unsafe
    return tf.logical_not(x >= y)


# tf: differs
def kept(x, y):  # expect: convert unsafe
    return tf.where(~(x <= y), x, y)


# tf: differs
def flattened(x, y):  # expect: convert unsafe
    above = tf.greater(x, y)
    return ~tf.reshape(above, [-1])


# tf: same
def different(x, y):  # expect: convert
    return ~(x == y) | tf.logical_not(tf.not_equal(x, y))


# tf: same
def not_both(x, y):  # expect: convert
    return ~((x < y) & (x > 0.0))


# tf: same
def not_before(x, y):  # expect: convert
    return ~(tf.range(4) < 3)


# tf: differs
def inverted_twice(x, y):  # expect: convert unsafe
    return tf.math.reciprocal(tf.math.reciprocal(x)) == x


# tf: differs
def divided_twice(x, y):  # expect: convert unsafe
    inverse = 1.0 / x
    return 1.0 / inverse == x


# tf: differs
def inverted_below(x, y):  # expect: convert unsafe
    return tf.math.reciprocal(tf.math.reciprocal(x)) < x


# tf: same
def negated_twice(x, y):  # expect: convert
    return -(-x) == x


# tf: differs
def shifted_twice(x, y):  # expect: convert unsafe
    return (x + 0.1) + 0.2 == x + 0.3


# tf: differs
def shifted_from_the_left(x, y):  # expect: convert unsafe
    return 0.2 + (0.1 + x) == x + 0.3


# tf: differs
def shifted_by_steps(x, y):  # expect: convert unsafe
    near = tf.add(x, 0.1)
    return tf.equal(tf.add(near, 0.2), x + 0.3)


# tf: differs
def taken_from(x, y):  # expect: convert unsafe
    return 0.3 - (x + 0.1) == 0.2 - x


# tf: differs
def against_an_argument(x, y):  # expect: convert unsafe
    return (x + 0.1) + 0.2 == y


# tf: differs
def shifted_below(x, y):  # expect: convert unsafe
    return (x + 0.1) + 0.2 < x + 0.3


# tf: differs
def scaled_by_steps(x, y):  # expect: convert unsafe
    small = tf.multiply(0.1, x)
    return 0.3 * small == x * 0.03


x = tf.concat([tf.constant([float("nan"), 1.0]), tf.linspace(0.1, 9.0, 400)], 0)
y = tf.where(tf.math.is_nan(x), 1.0, tf.add(tf.add(x, 0.1), 0.2))
functions = (not_less, not_greater_equal, kept, flattened, different, not_both, not_before, inverted_twice, divided_twice)
more = (inverted_below, negated_twice, shifted_twice, shifted_from_the_left, shifted_by_steps, taken_from)
results = [f(x, y) for f in (*functions, *more, against_an_argument, shifted_below, scaled_by_steps)]
