"""Functions that a program looks for among its variables: a `tf.function` is none of them."""

import types

import tensorflow as tf


def relu(x):  # expect: HYB119
    return tf.nn.relu(x) * 2.0


def leaky(x):  # expect: HYB119
    return tf.nn.leaky_relu(x) * 2.0


x = tf.constant([1.0, -2.0])
listed = [name for name, each in list(globals().items()) if isinstance(each, types.FunctionType)]
RESULTS = [relu(x), leaky(x), len(listed)]
