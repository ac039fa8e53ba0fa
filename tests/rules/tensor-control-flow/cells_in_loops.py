"""Recurrent cells of Keras in loops over tensors: what they give has as many columns as they have units."""

import tensorflow as tf

gru = tf.keras.layers.GRUCell(4)
lstm = tf.keras.layers.LSTMCell(4)
simple = tf.keras.layers.SimpleRNNCell(4)
half = tf.keras.layers.GRUCell(4, dtype="float16")


# tf: same
def unrolled(x, h, n):  # expect: convert
    for _ in tf.range(n):
        h, _ = gru(x, [h])
    return h


# tf: same
def with_two_states(x, h, c, n):  # expect: convert
    for _ in tf.range(n):
        h, [_, c] = lstm(x, [h, c])
    return h


# tf: same
def fed_back(x, h, n):  # expect: convert
    for _ in tf.range(n):
        x, [h] = simple(x, [h])
    return x


# tf: raises TypeError "dtype"
def narrowed(x, h, n):  # expect: HYB109
    for _ in tf.range(n):
        h, _ = half(x, [h])
    return h


x, wide, h, n = tf.ones([2, 3]), tf.ones([2, 4]), tf.zeros([2, 4]), tf.constant(2)
gru(x, [h]), lstm(x, [h, h]), simple(wide, [h]), half(x, [h])
unrolled(x, h, n)
with_two_states(x, h, h, n)
fed_back(wide, h, n)
narrowed(x, h, n)
