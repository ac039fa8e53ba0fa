"""Settings of Keras that the program changes between calls: a graph keeps the first value."""

import tensorflow as tf


# tf: differs
def floored(x):  # expect: HYB104
    return tf.maximum(x, tf.keras.backend.epsilon())


# tf: differs
def summed(x):  # expect: HYB104
    axis = -1 if tf.keras.backend.image_data_format() == "channels_last" else 0
    return tf.reduce_sum(tf.exp(x), axis=axis)


x = tf.constant([[0.5, 0.0, 0.25], [0.0, 0.125, 0.75]])
for step in range(3):
    tf.keras.backend.set_epsilon(0.1 * (step + 1))
    tf.keras.backend.set_image_data_format("channels_first" if step else "channels_last")
    floored(x)
    summed(x)
tf.keras.backend.set_epsilon(1e-7)
tf.keras.backend.set_image_data_format("channels_last")
