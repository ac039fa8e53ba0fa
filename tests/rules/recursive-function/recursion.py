"""A recursion on a tensor never ends while tracing; one on Python data is unrolled."""

import tensorflow as tf


# tf: raises StagingError "RecursionError: maximum recursion depth exceeded"
def halve(x):  # expect: HYB111
    if tf.reduce_sum(x) < 1.0:
        return x
    return halve(x / 2.0)


# tf: same
def power(x, n):  # expect: convert unsafe
    if n == 0:
        return tf.ones_like(x)
    return x * power(x, n - 1)


# tf: same
def even(x, n):  # expect: convert unsafe
    return x if n == 0 else odd(x * 2.0, n - 1)


# tf: same
def odd(x, n):  # expect: convert unsafe
    return -x if n == 0 else even(x * 2.0, n - 1)


# tf: same
def depth(x, tree):  # expect: convert unsafe HYB136
    return x + tf.add_n([depth(x, child) for child in tree]) if tree else x


# tf: same
def leaves(tree):  # expect: convert unsafe HYB136
    if isinstance(tree, tuple):
        return leaves(tree[0]) + leaves(tree[1])
    return tf.reduce_sum(tree)


# tf: same
def product(x):  # expect: convert unsafe
    return x[0] if x.shape[0] == 1 else x[0] * product(x[1:])


# tf: raises StagingError "RecursionError: maximum recursion depth exceeded"
def halve_by_helper(x):  # expect: HYB111
    return x if small(x) else halve_by_helper(x / 2.0)


def small(x):
    return tf.reduce_sum(x) < 1.0


# tf: raises StagingError "RecursionError: maximum recursion depth exceeded"
def halve_by_both(x, n):  # expect: HYB111
    if n == 0:
        return x
    if tf.reduce_sum(x) < 1.0:
        return x
    return halve_by_both(x / 2.0, n)


# tf: same
def halve_in_a_loop(x):  # expect: convert
    while tf.reduce_sum(x) >= 1.0:
        x = x / 2.0
    return x


# tf: same
def power_in_a_loop(x, n):  # expect: convert
    result = tf.ones_like(x)
    for _ in range(n):
        result = result * x
    return result


# tf: same
def applies(function, x):  # expect: convert
    return function(x) * 2.0


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    halve(value)
    power(value, 3)
    even(value, 2)
    odd(value, 2)
    depth(value, [[], [[], []]])
    leaves(((value, value), value))
    product(value)
    halve_by_helper(value)
    halve_by_both(value, 5)
    halve_in_a_loop(value)
    power_in_a_loop(value, 3)
    applies(tf.square, value)
