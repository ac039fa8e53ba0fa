# unsafe
import json

import numpy as np
import tensorflow as tf

draws = np.random.default_rng(3)
squash = getattr(tf, json.loads("[\"tanh\"]")[0])
seen = []


class Agent:
    def __init__(self):
        inputs = tf.keras.Input(shape=(4,))
        hidden = tf.keras.layers.Dense(8, activation="relu", kernel_initializer=tf.keras.initializers.Constant(0.1))(inputs)
        value = tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.Constant(0.2))(hidden)
        self.critic = tf.keras.Model(inputs=[inputs], outputs=[value])

    def gradients(self, states, returns):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(returns - self.critic(states)))
        found = tape.gradient(loss, self.critic.trainable_variables)
        return found, float(loss)

    def squashed_gradients(self, states, returns):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(returns - squash(self.critic(states))))
        found = tape.gradient(loss, self.critic.trainable_variables)
        return found, float(loss)


def returns_of(rewards):
    returns, value = [], np.array(agent.critic(tf.ones([1, 4]))).item()
    for reward in rewards:
        value = reward + 0.9 * value
        returns.append(value)
    return np.array(returns)[:, np.newaxis]


agent = Agent()
for _ in range(4):
    states, rewards = [], []
    for _ in range(8):
        states.append(draws.normal(size=4))
        rewards.append(float(draws.normal()))
    states, returns = np.array(states), returns_of(rewards)
    found, loss = agent.gradients(states, returns)
    seen.append((loss, found[0].numpy().tolist()))
    found, loss = agent.squashed_gradients(states, returns)
    seen.append((loss, found[0].numpy().tolist()))
