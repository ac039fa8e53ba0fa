"""Two functions that can be graphs, and one that is one for nothing: to undo that is not safe."""

import tensorflow as tf


def first(x):
    return tf.exp(x) * tf.sin(x) + tf.cos(x)


def second(x):
    return tf.exp(x) + tf.sin(x) - tf.cos(x)


@tf.function
def third(number):
    return number + 1


for _ in range(10):
    second(first(tf.ones([2])))
    third(1)
