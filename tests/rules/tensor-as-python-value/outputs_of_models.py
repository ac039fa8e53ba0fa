"""Functional models of several outputs, in a program that chooses the dtype of layers itself."""

import tensorflow as tf

tf.keras.backend.set_floatx("float32")
inputs = tf.keras.Input((3,))
hidden = tf.keras.layers.Dense(4)(inputs)
model = tf.keras.Model(inputs, [hidden, tf.keras.layers.Dense(1)(hidden)])


# tf: same
def both(x):  # expect: convert
    hidden, result = model(x)
    return tf.reduce_sum(hidden) + tf.reduce_sum(result)


for _ in range(3):
    both(tf.ones([2, 3]))
