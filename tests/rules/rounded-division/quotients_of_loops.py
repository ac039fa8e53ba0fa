"""Quotients by a constant that go through a loop of TensorFlow, an array, or the values of ragged tensors before they are rounded."""

import numpy as np
import tensorflow as tf


# tf: differs
def mapped(x):  # expect: HYB115
    quotients = tf.map_fn(lambda v: v / 0.1, x)
    return tf.floor(quotients)


# tf: differs
def scanned(x):  # expect: HYB115
    return tf.floor(tf.scan(lambda _, v: v / 0.1, x))


# tf: differs
def written(x):  # expect: HYB115
    parts = tf.TensorArray(tf.float32, 1)
    parts = parts.write(0, x / 0.1)
    return tf.cast(parts.stack(), tf.int32)


# tf: differs
def of_rows(x):  # expect: HYB115
    rows = tf.RaggedTensor.from_row_lengths(x, [100, 300])
    return tf.floor((rows / 0.1).flat_values)


# tf: differs
def of_values(x):  # expect: HYB115
    rows = tf.RaggedTensor.from_row_lengths(x, [100, 300])
    return tf.floor(tf.ragged.map_flat_values(tf.divide, rows, 0.1).flat_values)


# tf: differs
def by_filled(x):  # expect: HYB115
    return tf.floor(x / (tf.ones_like(x) * 0.1))


# tf: differs
def by_filled_with_two(x):  # expect: HYB115
    return tf.floor(x / (tf.ones_like(x) * 2.0))


# tf: differs
def by_fill(x):  # expect: HYB115
    return tf.floor(x / tf.fill(tf.shape(x), 0.1))


# tf: differs
def repeated(x):  # expect: HYB115
    _, quotient = tf.while_loop(lambda i, _: i < 1, lambda i, v: (i + 1, v / 0.1), [0, x])
    return tf.floor(quotient)


# tf: same
def by_two(x):  # expect: convert
    return tf.floor(x / (4.0 - 2.0))


# tf: same
def by_ones(x):  # expect: convert
    return tf.floor(x / tf.ones_like(x))


# tf: same
def of_products(x):  # expect: convert
    return tf.floor(tf.map_fn(lambda v: v * 10.0, x))


# tf: same
def not_rounded(x):  # expect: convert
    parts = tf.TensorArray(tf.float32, 1)
    return parts.write(0, x / 0.1).stack()


x = tf.constant(np.arange(400) / 10.0, tf.float32)
for function in (mapped, scanned, written, of_rows, of_values, by_filled, by_filled_with_two, by_fill, repeated, by_two, by_ones, of_products, not_rounded):
    function(x)
