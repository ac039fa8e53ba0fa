"""A graph whose function is given to what asks its parameter for a concrete function: without the decorator that fails."""

import tensorflow as tf


def size_of_graph(function, *args):
    return len(function.get_concrete_function(*args).graph.as_graph_def().node)


@tf.function
def counted():  # expect: keep
    x = 0
    for i in range(5):
        x += i
    return x


@tf.function
def added():  # expect: remove unsafe
    x = 0
    for i in range(5):
        x += i
    return x


SIZES = [size_of_graph(counted)]
SUMS = [added(), added()]
