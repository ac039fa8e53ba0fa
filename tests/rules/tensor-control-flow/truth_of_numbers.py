"""Tests of tensors that are no bools: Python asks whether a number is zero, a graph does not."""

import tensorflow as tf

SWITCH = tf.Variable(True)
COUNT = tf.Variable(3)


# tf: raises TypeError "TypeError: Input 'x' of 'LogicalNot' Op has type float32 tha"
def negated_sum(x):  # expect: HYB109
    if not tf.reduce_sum(x):
        return x * 0.0
    return x


# tf: raises ValueError "ValueError: condition of while loop expected to be `tf.bool`"
def counted_down(x):  # expect: HYB109
    n = tf.constant(3)
    while n:
        x = x * 2.0
        n -= 1
    return x


# tf: raises InvalidArgumentError "Input 'pred' passed float expected bool while building NodeD"
def chosen_by_sum(x):  # expect: HYB109
    return x * 2.0 if tf.reduce_sum(x) else x


# tf: raises ValueError "ValueError: condition of if statement expected to be `tf.boo"
def odd(x, n):  # expect: HYB109
    if n > 100:
        x = x - 1.0
    elif n % 2:
        x = x + 1.0
    return x


# tf: raises TypeError "TypeError: Input 'x' of 'LogicalNot' Op has type float32 tha"
def flag_of_number(x):  # expect: HYB109
    flag = not tf.reduce_sum(x)
    return tf.where(flag, x, x + 1.0)


# tf: raises ValueError "ValueError: condition of if statement expected to be `tf.boo"
def not_empty(x):  # expect: HYB109
    if tf.size(x):
        return x
    return -x


# tf: raises ValueError "ValueError: condition of if statement expected to be `tf.boo"
def skips(x):  # expect: HYB109
    for i in tf.range(4):
        if i % 2:
            continue
        x = x + 1.0
    return x


# tf: raises ValueError "ValueError: condition of if statement expected to be `tf.boo"
def nonzero(v):  # expect: HYB109
    if tf.math.count_nonzero(v):
        return v
    return -v


# tf: raises ValueError "ValueError: condition of if statement expected to be `tf.boo"
def by_helper(x):  # expect: HYB109
    return nonzero(x) + 1.0


# tf: raises ValueError "ValueError: condition of if statement expected to be `tf.boo"
def by_variable_number(x):  # expect: HYB109
    if COUNT:
        return x
    return -x


# tf: same
def by_variable(x):  # expect: convert
    if SWITCH:
        return x
    return -x


# tf: same
def none_large(x):  # expect: convert
    if not tf.reduce_any(x > 2.0):
        return x * 0.0
    return x


# tf: same
def compared(x, n):  # expect: convert
    while n != 0:
        x, n = x * 2.0, n - 1
    return x


# tf: same
def one_element(x):  # expect: convert
    return x if (x > 0.0)[:1] else -x


a = tf.constant([1.0, 2.0])
RESULTS = [
    f(a) for f in (negated_sum, counted_down, chosen_by_sum, flag_of_number, not_empty, skips, by_helper)
]
RESULTS += [f(a) for f in (by_variable_number, by_variable, none_large, one_element)]
RESULTS += [odd(a, tf.constant(3)), compared(a, tf.constant(3))]
