"""A closure sees the variable, a trace its value."""

import tensorflow as tf


def moving():
    factor = 1.0

    # tf: differs
    def scale(x):  # expect: HYB104
        return x * factor

    first = scale(tf.constant([1.0, 2.0]))
    factor = 2.0
    second = scale(tf.constant([1.0, 2.0]))
    return first, second


def fixed(factor):
    # tf: same
    def scale(x):  # expect: convert
        return x * factor

    return scale(tf.constant([1.0, 2.0])), scale(tf.constant([3.0, 4.0]))


layers = []


# tf: differs
def run_all(x):  # expect: HYB104
    for layer in layers:
        x = layer(x)
    return x


moving()
fixed(3.0)
for _ in range(2):
    layers.append(tf.nn.relu6)
    layers.append(tf.square)
    outputs = run_all(tf.constant([1.0, 2.0]))
