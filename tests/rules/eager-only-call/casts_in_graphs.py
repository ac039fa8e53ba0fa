"""AutoGraph makes casts of `int()` and `float()`: a graph that its author made works with the tensor."""

import tensorflow as tf

start, end, width = tf.constant(0.0), tf.constant(1.0), tf.constant(0.25)


@tf.function
def grid(first, last, step):  # expect: keep
    count = int((last - first) / step + 1.0)
    return tf.linspace(first, last, count)


# tf: same
def numbers(first, last, step):  # expect: HYB106
    return tf.linspace(first, last, int((last - first) / step + 1.0))


RESULTS = [grid(start, end, width), numbers(start, end, width)]
