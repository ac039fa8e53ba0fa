# unsafe
import numpy as np
import tensorflow as tf

weights = tf.Variable([[0.4, -0.2], [0.1, 0.3]])
draws = np.random.default_rng(3)
seen = []


def sample():
    states = draws.normal(size=(4, 2))
    rewards = draws.normal(size=4)
    done = draws.integers(0, 2, size=4).astype(bool)
    return states, rewards, done


def learn(gamma):
    states, rewards, done = sample()
    inputs = tf.convert_to_tensor(states, dtype=tf.float32)
    with tf.GradientTape() as tape:
        values = tf.reduce_max(tf.matmul(inputs, weights), axis=1)
        target = -rewards + gamma * values * (1 - done)
        loss = tf.reduce_mean(tf.square(target - values))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    seen.append(loss.numpy())


def learn_changed():
    states, rewards, done = sample()
    inputs = tf.convert_to_tensor(states, dtype=tf.float32)
    with tf.GradientTape() as tape:
        values = tf.reduce_max(tf.matmul(inputs, weights), axis=1)
        rewards[0] = 1.0
        loss = tf.reduce_mean(tf.square(-rewards - values))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    seen.append(loss.numpy())


def learn_chosen():
    states, rewards, done = sample()
    inputs = tf.convert_to_tensor(states, dtype=tf.float32)
    with tf.GradientTape() as tape:
        values = tf.reduce_max(tf.matmul(inputs, weights), axis=1)
        loss = tf.reduce_mean(tf.square(np.where(done, 0.0, rewards) - values))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    seen.append(loss.numpy())


for _ in range(4):
    learn(0.9)
    learn_changed()
    learn_chosen()
print(seen, weights.numpy())
