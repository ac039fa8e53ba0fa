"""Loops in a graph whose derivative the program takes by a tape first, and in forward mode afterwards, which then fails."""

import tensorflow as tf


# tf: raises TypeError "`dtype` <dtype: 'variant'> is not compatible with 1 of dtype"
def powers(x):  # expect: undetermined HYB109
    y = x
    for _ in tf.range(3):
        y = y * x
    return y


# tf: raises TypeError "`dtype` <dtype: 'variant'> is not compatible with 1 of dtype"
def squares(x):  # expect: undetermined HYB109
    return tf.map_fn(lambda v: v * v, x)


# tf: same
def cube(x):  # expect: convert
    y = x
    for _ in range(2):
        y = y * x
    return y


# tf: same
def chosen(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        return x * x
    return x


x = tf.constant([1.0, 2.0])
for function in (powers, squares, cube, chosen):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    tape.gradient(y, x)
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        y = function(x)
    accumulator.jvp(y)
