"""Functions that are given Python numbers as well as tensors: what is Python's for a number is a tensor's for a tensor."""

import tensorflow as tf


# tf: differs
def between(x):  # expect: convert unsafe
    return 0 < x < 10


# tf: raises NotImplementedError "See https://github.com/tensorflow/tensorflow/blob/master/ten"
def turned_into_a_tensor(n):  # expect: HYB109
    steps = tf.constant(0)
    while n > 1:
        n = tf.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps += 1
    return steps


# tf: raises NotImplementedError "See https://github.com/tensorflow/tensorflow/blob/master/ten"
def of_numbers_alone(n):  # expect: HYB109, HYB116
    steps = tf.constant(0)
    while n > 1:
        n = tf.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps += 1
    return steps


# tf: same
def of_tensors_alone(n):  # expect: convert
    steps = tf.constant(0)
    while n > 1:
        n = tf.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps += 1
    return steps


for number in (3, tf.constant(6)):
    between(number)
    turned_into_a_tensor(number)
of_numbers_alone(6)
of_tensors_alone(tf.constant(6))
