"""Every run of `def` makes a function with graphs of its own."""

import tensorflow as tf


def once():
    # tf: traces 1
    def inner(x):  # fact: traces=1
        return x * 2.0

    return inner


def often(factor):
    # tf: traces 3
    def inner(x):  # fact: traces=null
        return x * factor

    return inner


def twice(factor):
    # tf: traces 3
    def inner(x):  # fact: traces=3
        return x * factor

    return inner


x = tf.constant([1.0, 2.0])
inner = once()
inner(x)
inner(x + 1.0)
for factor in [1.0, 1.0, 1.0]:
    made = often(factor)
    made(x)
    made(x)
first = twice(1.0)
second = twice(2.0)
first(x)
second(x)
second(tf.constant([1.0]))
