"""A functional model gives the output itself where a list of one output is named."""

import numpy as np
import tensorflow as tf

inputs = tf.keras.Input(shape=(4,))
hidden = inputs
for units in (3, 4):
    hidden = tf.keras.layers.Dense(units)(hidden)
outputs = tf.keras.layers.Dense(1)(hidden)
critic = tf.keras.Model(inputs=[inputs], outputs=[outputs])
both = tf.keras.Model(inputs=inputs, outputs=[outputs, hidden])


# tf: raises TypeError "does not match type float64"
def squared_error(states, returns):  # expect: HYB114 "float32 and float64 meet"
    return tf.reduce_mean(tf.square(returns - critic(states)))


# tf: raises TypeError "does not match type float64"
def error_of_two(states, returns):  # expect: HYB114 "float32 and float64 meet"
    value, hidden_value = both(states)
    return tf.reduce_mean(tf.square(returns - value)) + tf.reduce_mean(hidden_value)


# tf: same
def error_of_tensors(states, returns):  # expect: convert
    return tf.reduce_mean(tf.square(tf.cast(returns, tf.float32) - critic(states)))


batch = np.array([[1.0, 2.0, 0.5, 1.0], [0.5, 1.0, 2.0, 1.0]])
of_one = squared_error(batch, np.array([[0.5], [1.5]]))
of_two = error_of_two(batch, np.array([[0.5], [1.5]]))
of_tensors = error_of_tensors(batch, np.array([[0.5], [1.5]]))
