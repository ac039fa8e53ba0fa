"""Arrays of numbers that are not seen: NumPy makes them float64 where they are Python's, which a graph does not convert."""

import json

import numpy as np
import tensorflow as tf

layer = tf.keras.layers.Dense(2)
layer.build([None, 2])
states = np.array(json.loads("[[0.5, 1.0], [2.0, 3.0]]"))
rewards = np.array(json.loads("[0.5, 1.0]"))


# tf: raises TypeError "float64"
def weighted(states, rewards):  # expect: undetermined HYB114
    losses = tf.reduce_sum(layer(states), axis=1)
    return tf.reduce_mean(tf.multiply(losses, rewards)) + tf.reduce_sum(tf.tanh(losses))


# tf: raises TypeError "TypeError: Input 'y' of 'Sub' Op has type float32 that does "
def advantages(states, rewards):  # expect: undetermined HYB114
    return rewards[:, tf.newaxis] - tf.tanh(layer(states)) * tf.sigmoid(layer(states))


# tf: raises TypeError "float64"
def discounted(states, rewards):  # expect: undetermined HYB114
    return 0.5 * rewards + tf.tanh(tf.reduce_sum(layer(states), axis=1))


# tf: raises ValueError "float64"
def converted(rewards):  # expect: undetermined HYB114
    return tf.tanh(tf.convert_to_tensor(rewards, dtype=tf.float32))


# tf: same
def given_to_layers(states):  # expect: convert unsafe
    return tf.nn.softmax(layer(states)) * tf.tanh(layer(states))


# tf: same
def cast(states, rewards):  # expect: convert unsafe
    return tf.reduce_sum(layer(states), axis=1) * tf.cast(rewards, tf.float32)


# tf: same
def beside_float64(rewards):  # expect: convert unsafe
    return tf.sin(rewards) * tf.constant([0.5, 1.0], tf.float64) * rewards


# tf: same
def with_numbers(rewards):  # expect: convert unsafe
    return tf.sin(0.5 * rewards) + 1.0


for _ in range(2):
    weighted(states, rewards)
    advantages(states, rewards)
    discounted(states, rewards)
    converted(rewards)
    given_to_layers(states)
    cast(states, rewards)
    beside_float64(rewards)
    with_numbers(rewards)
