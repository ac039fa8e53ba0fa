"""Functions under one name that a later part of a script defines anew, with what calls them."""

import tensorflow as tf


# tf: same
def scaled(x):  # expect: convert
    return x * 2.0


# tf: same
def first(x):  # expect: convert unsafe
    return tf.reduce_sum(scaled(x))


one = [first(tf.constant([1.0, 2.0])) for _ in range(3)]


# tf: same
def scaled(x):  # expect: convert
    return x * 3.0


# tf: same
def second(x):  # expect: convert
    return tf.reduce_sum(scaled(x))


two = [second(tf.constant([1.0, 2.0])) for _ in range(3)]


# tf: same
def shifted(x):  # expect: convert
    return x + 1.0


# tf: differs
def both(x):  # expect: HYB104
    return tf.reduce_sum(shifted(x))


three = both(tf.constant([1.0, 2.0]))


# tf: same
def shifted(x):  # expect: convert
    return x + 2.0


four = both(tf.constant([1.0, 2.0]))


# tf: same
def chosen(x):  # expect: convert
    return x - 1.0


def swap():
    global chosen

    # tf: same
    def chosen(x):  # expect: convert
        return x - 2.0


# tf: differs
def swapped(x):  # expect: HYB104
    return tf.reduce_sum(chosen(x))


five = swapped(tf.constant([1.0, 2.0]))
swap()
six = swapped(tf.constant([1.0, 2.0]))
