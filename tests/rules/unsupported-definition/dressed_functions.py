"""Functions below `functools.wraps`: a graph keeps what it runs in its attributes, and these are copied into another graph."""

import functools

import tensorflow as tf

x = tf.constant([1.0, 2.0])


def shifted(function):
    @functools.wraps(function)
    def inner(y):  # expect: HYB119 "copies into it"
        return function(y) + 100.0

    return inner


def dressed(function):
    def inner(y):  # expect: HYB119 "copies into it"
        return function(y) - 100.0

    return functools.update_wrapper(inner, function)


def in_a_graph(function):
    @functools.wraps(function)
    @tf.function
    def inner(y):
        return function(y) * 10.0

    return inner


def plainly(function):
    # tf: same
    @functools.wraps(function)
    def inner(y):  # expect: convert
        return function(y) * 2.0

    return inner


@shifted
@tf.function
def doubled(y):
    return y * 2.0


# tf: same
@dressed
def halved(y):  # expect: convert
    return y / 2.0


@in_a_graph
def tripled(y):
    return y * 3.0


squared = plainly(lambda y: y * y)

RESULTS = []
for turn in range(2):
    RESULTS += [doubled(x), halved(x), tripled(x), squared(x)]
