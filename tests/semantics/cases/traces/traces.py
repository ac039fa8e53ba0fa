"""The number of traces, from dtypes, shapes, Python values and structure."""

import tensorflow as tf


def one_signature(x):  # fact: traces=1
    return x * 2


def two_shapes(x):  # fact: traces=2
    return x * 2


def two_dtypes(x):  # fact: traces=2
    return x * 2


def three_values(x, n):  # fact: traces=3 primitive_parameter=true
    return x * n


def structures(pair):  # fact: traces=2
    return pair[0] * 2.0


def never(x):  # fact: traces=null called=false
    return tf.square(x)


a = tf.constant([1.0, 2.0])
b = tf.constant([3.0, 4.0])
one_signature(a)
one_signature(b)
two_shapes(a)
two_shapes(tf.constant([1.0, 2.0, 3.0]))
two_dtypes(a)
two_dtypes(tf.constant([1, 2]))
three_values(a, 1.0)
three_values(a, 2.0)
three_values(a, 3.0)
structures((a,))
structures((a, b))
