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

parts = []
for _ in range(len(tf.keras.backend.floatx()) - 4):
    parts.append(tf.keras.layers.Dense(2)(inputs))
parallel = tf.keras.Model(inputs, parts)


# tf: same
def listed(x):  # expect: convert
    found = []
    for part in parallel(x):
        found.append(tf.reduce_sum(part))
    return tf.stack(found)


for _ in range(3):
    listed(tf.ones([2, 3]))
