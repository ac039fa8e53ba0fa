"""`tf.while_loop` gives back what its body returns, eagerly; a graph gives back a structure like `loop_vars`."""

import tensorflow as tf


# tf: differs
def list_becomes_tuple(n):  # expect: HYB109
    return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), [0, 0])


# tf: differs
def tuple_becomes_list(n):  # expect: HYB109
    found = tf.while_loop(lambda i, s: i < n, lambda i, s: [i + 1, s + i], (0, 0))
    return found


# tf: same
def alike(n):  # expect: convert
    return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), (0, 0))


# tf: same
def taken_apart(n):  # expect: convert
    _, total = tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), [0, 0])
    return total


# tf: same
def one_part(n):  # expect: convert
    return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), [0, 0])[1]


three = tf.constant(3)
list_becomes_tuple(three)
tuple_becomes_list(three)
alike(three)
taken_apart(three)
one_part(three)
