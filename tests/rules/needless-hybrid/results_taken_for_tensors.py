"""Callers that read what only a tensor has: without the graph the result is a number of Python."""

import tensorflow as tf


@tf.function
def rank(x):  # expect: keep
    return len(x.shape)


@tf.function
def assigned(n):  # expect: keep
    return n * 2


@tf.function
def through_another(n):  # expect: keep
    return n * 3


@tf.function
def asked(n):  # expect: keep
    return n * 4


@tf.function
def asked_by_name(n):  # expect: keep
    return n * 4


# tf: differs
@tf.function
def summed(n):  # expect: remove unsafe
    return n * 5


# tf: same
@tf.function
def handed_on(x):  # expect: remove
    return x


def double(n):
    return through_another(n)


def run():
    found = []
    for step in (1, 1):
        found.append(rank(tf.ones([2, 3])).numpy())
        result = assigned(2)
        found.append(result.dtype)
        found.append(double(2).shape)
        found.append(isinstance(asked(2), tf.Tensor))
        found.append(tf.is_tensor(asked_by_name(2)))
        found.append(summed(2) + 1)
        found.append(handed_on(tf.ones([2])).numpy())
    return found


results = run()
