"""Shapes that depend on values, until the program sets them."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input([3]), tf.keras.layers.Dense(2)])


# tf: same
def interpolated(a):  # expect: convert
    shape = [tf.shape(a)[0]] + [1] * (len(a.shape) - 1)
    mixed = a + tf.random.stateless_uniform(shape, [1, 2]) * a
    mixed.set_shape(a.shape)
    return model(mixed)


# tf: same
def reshaped(x, size):  # expect: convert
    rows = tf.reshape(x, size)
    rows.set_shape([2, 3])
    return model(rows)


for _ in range(2):
    interpolated(tf.ones([2, 3]))
    reshaped(tf.range(6.0), tf.constant([2, 3]))
