"""An index outside of a tensor fails only where it is executed, and in a graph where it is traced."""

import tensorflow as tf


# tf: raises ValueError "out of bounds"
def in_a_branch(x):  # expect: HYB109
    if tf.reduce_sum(x) > 30.0:
        return x[3]
    return x[0]


# tf: raises ValueError "out of bounds"
def of_the_second_axis(x):  # expect: HYB109
    y = x[0]
    if tf.reduce_sum(x) > 30.0:
        y = tf.expand_dims(x, 0)[0, -3]
    return y


# tf: raises ValueError "out of bounds"
def behind_a_return(x):  # expect: HYB109
    if tf.reduce_sum(x) < 30.0:
        return x[0]
    return x[2]


# tf: same
def inside(x):  # expect: convert
    y = x[0]
    if tf.reduce_sum(x) > 30.0:
        y = x[-2]
    return y


# tf: same
def new_axes(x):  # expect: convert
    y = x[0]
    if tf.reduce_sum(x) > 30.0:
        y = x[tf.newaxis, 1][0]
    return y


for _ in range(2):
    x = tf.constant([1.0, 2.0])
    in_a_branch(x)
    of_the_second_axis(x)
    behind_a_return(x)
    inside(x)
    new_axes(x)
