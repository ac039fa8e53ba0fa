"""Where the experts come from cannot be seen."""

import sys

import tensorflow as tf

experts = getattr(sys, "experts", None) or [tf.nn.relu, tf.tanh]


def answer(x, i):
    y = experts[i](x)
    return y + 1.0


def answers(rows, choices):
    return tf.stack([answer(x, i) for x, i in zip(rows, choices)])


result = answers([tf.constant([0.5, 1.0]), tf.constant([2.0, 1.0])], [0, 1])
