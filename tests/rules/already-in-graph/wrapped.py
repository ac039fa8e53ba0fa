"""Wrapped by a call, or traced by the library."""

import tensorflow as tf


# tf: same
def train_step(w, x):  # expect: HYB123
    return w - 0.1 * x


step = tf.function(train_step)


def augmented(x):  # expect: HYB123
    return x * 2.0 + 1.0


# tf: same
def total(values):  # expect: convert
    return tf.reduce_sum(values)


# tf: same
def grown(value):  # expect: convert
    return tf.while_loop(lambda v: v < 10.0, lambda v: (v * 1.5,), (value,))


numbers = tf.constant([1.0, 2.0, 3.0])
moved = step(numbers, numbers)
prepared = list(tf.data.Dataset.from_tensor_slices(numbers).map(augmented))
added = total(numbers)
large = grown(tf.constant(1.0))
