"""Variables of an enclosing function: what they held before a function is made that reads them, it never sees."""

import tensorflow as tf


def flattened(variables):
    part = []
    for i, variable in enumerate(variables):
        part.extend([i] * int(tf.size(variable)))
    part = tf.constant(part)
    count = len(variables)

    # tf: same
    def assign(values):  # expect: convert
        for variable, value in zip(variables, tf.dynamic_partition(values, part, count)):
            variable.assign(tf.reshape(value, variable.shape))
        return tf.reduce_sum(values)

    return assign


def doubled_parameter(scale):
    scale = tf.cast(scale, tf.float32) * 2.0

    # tf: same
    def scaled(x):  # expect: convert
        return x * scale

    return scaled


def bound_again(x):
    factor = 1.0

    # tf: differs
    def scaled(x):  # expect: HYB104
        return x * factor

    first = scaled(x)
    factor = 3.0
    return first + scaled(x)


def bound_in_a_branch(x, double):
    factor = [1.0]

    def first():
        return factor

    if double:
        factor = [2.0]

    # tf: differs
    def scaled(x):  # expect: HYB104
        return x * factor[0]

    total = scaled(x)
    first()[0] = 5.0
    return total + scaled(x)


variables = [tf.Variable([1.0, 2.0]), tf.Variable([[3.0]])]
assign = flattened(variables)
scaled = doubled_parameter(2)
x = tf.constant([1.0, 2.0, 4.0])
results = [assign(x), assign(x * 2.0), scaled(x), bound_again(x), bound_in_a_branch(x, True)]
results += [tf.identity(variable) for variable in variables]
