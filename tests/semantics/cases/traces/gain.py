"""The expected gain, from operations, loops and traces."""

import tensorflow as tf


def nothing(x):  # fact: gain=none tensor_computation=false
    return x


def one_operation(x):  # fact: gain=low
    return x * 2.0


def five_operations(x):  # fact: gain=low
    return tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0))))


def in_a_loop(x):  # fact: gain=low
    x = tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0))))
    x = tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0))))
    return x - tf.reduce_mean(x)


@tf.function
def graph(x):  # fact: hybrid=true
    return inside(x)


def inside(x):  # fact: gain=none refusals=already-in-graph
    return tf.exp(tf.sin(tf.cos(x)))


def many_values(x, n):  # fact: gain=none refusals=varying-scalar
    return tf.exp(tf.sin(tf.cos(x * float(n))))


value = tf.constant([1.0, 2.0])
nothing(value)
one_operation(value)
five_operations(value)
graph(value)
for number in range(50):
    value = in_a_loop(value)
    many_values(value, number)
