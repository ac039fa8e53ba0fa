"""Loops that no function calls which takes derivatives in forward mode."""

import tensorflow as tf


# tf: same
def powers(x):  # expect: convert
    y = x
    for _ in tf.range(3):
        y = y * x
    return y


# tf: same
def cube(x):  # expect: convert
    return x * x * x


def pushed_forward(x):
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        y = cube(x)
    return accumulator.jvp(y)


def gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = powers(x) + cube(x)
    return tape.gradient(y, x)


x = tf.constant([1.0, 2.0])
results = [gradient(x), pushed_forward(x)]
