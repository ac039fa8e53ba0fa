"""Functions with a gradient of their own, as arguments."""

import tensorflow as tf


@tf.custom_gradient
def clipped(x):
    def gradient(upstream):
        return tf.clip_by_value(upstream, -0.1, 0.1)

    return tf.identity(x), gradient


@tf.recompute_grad
def recomputed(x):
    return x * x


# tf: raises TypeError "Cannot convert the argument `type_value`"
def gradient_of(function, x):  # expect: HYB120
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


# tf: raises TypeError "can't multiply sequence"
def in_a_list(functions, x):  # expect: HYB120
    return functions[0](x) * 2.0


# tf: same
def by_name(x):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = clipped(x)
    return tape.gradient(y, x)


# tf: same
def in_a_lambda(function, x):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


# tf: same
def of_recomputed(function, x):  # expect: convert
    return function(x) * 2.0


x = tf.constant([1.0, -2.0])
through = lambda t: clipped(t)  # noqa: E731
gradient_of(clipped, x)
in_a_list([clipped], x)
by_name(x)
in_a_lambda(through, x)
of_recomputed(recomputed, x)
