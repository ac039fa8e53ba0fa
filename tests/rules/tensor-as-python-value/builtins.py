"""Python's functions on tensors: those that AutoGraph converts, and those that need a value."""

import tensorflow as tf


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def comprehension_over_tensor(x):  # expect: HYB105
    return tf.stack([row * 2.0 for row in x])


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def min_builtin(x):  # expect: HYB105
    return x * min(tf.reduce_sum(x), 2.0)


# tf: same
def abs_builtin(x):  # expect: convert
    return abs(x) + 1.0


# tf: same
def pow_builtin(x):  # expect: convert
    return pow(x, 3.0) + pow(2.0, x)


# tf: same
def len_builtin(x):  # expect: convert
    return x * float(len(x))


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def sum_builtin(x):  # expect: HYB105
    return sum(x)


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def zip_tensors(x):  # expect: HYB105
    total = tf.zeros([])
    for a, b in zip(x, x):
        total = total + a * b
    return total


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def enumerate_tensor(x):  # expect: HYB105
    total = tf.zeros([])
    for i, a in enumerate(x):
        total = total + a
    return total


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def any_builtin(x):  # expect: HYB105
    if any([tf.reduce_sum(x) > 0.0, False]):
        return x
    return -x


# tf: same
def boolean_and(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0 and tf.reduce_sum(x) < 100.0:
        return x
    return -x


# tf: same
def range_of_tensor(x):  # expect: convert
    n = tf.cast(tf.reduce_sum(x), tf.int32)
    total = tf.zeros([])
    for i in range(n):
        total = total + 1.0
    return total


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    comprehension_over_tensor(value)
    min_builtin(value)
    abs_builtin(value)
    pow_builtin(value)
    len_builtin(value)
    sum_builtin(value)
    zip_tensors(value)
    enumerate_tensor(value)
    any_builtin(value)
    boolean_and(value)
    range_of_tensor(value)
