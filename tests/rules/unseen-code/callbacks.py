"""Callables that arrive as arguments, from callers that are seen and from callers that are not."""

import functools

import tensorflow as tf


# tf: same
def applied(values, function):  # expect: convert
    return function(values) + 1.0


# tf: same
def doubled(values):  # expect: convert
    return values * 2.0


# tf: same
def pipeline(functions, values):  # expect: convert
    return functools.reduce(lambda current, function: function(current), functions, values)


def penalty_of(loss: tf.Tensor, regulariser):  # expect: convert unsafe
    return loss + regulariser(loss)


numbers = tf.constant([1.0, 2.0])
first = applied(numbers, doubled)
second = pipeline((doubled, tf.square), numbers)
third = doubled(numbers)
