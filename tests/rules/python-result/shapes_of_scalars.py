"""The shape of a scalar has no elements, and is an object of its own all the same."""

import tensorflow as tf


# tf: differs
def shape_of_sum(x):  # expect: HYB112
    return tf.reduce_sum(x).shape


# tf: differs
def beside_a_tensor(x):  # expect: HYB112
    return x * 2.0, tf.reduce_sum(x).shape


# tf: same
def made_of_it(x):  # expect: convert
    return tf.zeros(tf.reduce_sum(x).shape) + tf.reduce_sum(x)


# tf: same
def empty(x):  # expect: convert
    return x * 2.0, ()


a = tf.constant([1.0, 2.0])
RESULTS = [shape_of_sum(a), beside_a_tensor(a), made_of_it(a), empty(a)]
