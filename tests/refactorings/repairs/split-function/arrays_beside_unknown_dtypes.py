# unsafe
import json

import numpy as np
import tensorflow as tf

squash = getattr(tf, json.loads("[\"tanh\"]")[0])
weights = tf.Variable([[0.4, -0.2], [0.1, 0.3]])
draws = np.random.default_rng(3)
seen = []


def sample():
    return draws.normal(size=(4, 2)), draws.normal(size=4), draws.integers(0, 2, size=4).astype(bool)


def learn():
    states, rewards, done = sample()
    inputs = tf.convert_to_tensor(states, dtype=tf.float32)
    returns = tf.convert_to_tensor(rewards, dtype=tf.float32)
    with tf.GradientTape() as tape:
        values = tf.reduce_max(squash(tf.matmul(inputs, weights)), axis=1)
        error = returns - 0.9 * values * (1 - done)
        loss = tf.reduce_mean(tf.square(error))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    seen.append(loss.numpy())


def learn_of_arrays():
    states, rewards, done = sample()
    inputs = tf.convert_to_tensor(states, dtype=tf.float32)
    with tf.GradientTape() as tape:
        values = tf.reduce_max(squash(tf.matmul(inputs, weights)), axis=1)
        error = rewards - 0.9 * values * (1 - done)
        loss = tf.reduce_mean(tf.square(error))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    seen.append(loss.numpy())


for _ in range(4):
    learn()
    learn_of_arrays()
print(seen, weights.numpy())
