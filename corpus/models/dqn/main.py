"""Double deep Q-learning with a replay buffer and a slowly following target network."""

from __future__ import annotations

import argparse

import keras
import numpy as np
import tensorflow as tf

from environment import ACTIONS, STATE, Rail
from replay import Replay


def build_q_network(hidden: int = 32) -> keras.Sequential:
    return keras.Sequential(
        [
            keras.Input([STATE]),
            keras.layers.Dense(hidden, activation="relu"),
            keras.layers.Dense(hidden, activation="relu"),
            keras.layers.Dense(ACTIONS),
        ]
    )


class Agent:
    def __init__(self, discount: float = 0.95, follow: float = 0.02) -> None:
        self.discount = discount
        self.follow = follow
        self.online = build_q_network()
        self.target = build_q_network()
        self.target.set_weights(self.online.get_weights())
        self.optimizer = keras.optimizers.Adam(2e-3)
        self.optimizer.build(self.online.trainable_variables)
        self.rewards: list[float] = []

    def act(self, state: np.ndarray, epsilon: float, rng: np.random.Generator) -> int:
        if rng.random() < epsilon:
            return int(rng.integers(ACTIONS))
        values = self.online(tf.constant(state[None]))
        return int(tf.argmax(values[0]).numpy())

    def targets(self, rewards: tf.Tensor, next_states: tf.Tensor, ends: tf.Tensor) -> tf.Tensor:
        best = tf.argmax(self.online(next_states), axis=1)
        values = tf.gather(self.target(next_states), best, axis=1, batch_dims=1)
        return rewards + self.discount * (1.0 - ends) * values

    def train_step(
        self,
        states: tf.Tensor,
        actions: tf.Tensor,
        rewards: tf.Tensor,
        next_states: tf.Tensor,
        ends: tf.Tensor,
    ) -> tf.Tensor:
        wanted = tf.stop_gradient(self.targets(rewards, next_states, ends))
        with tf.GradientTape() as tape:
            values = tf.gather(self.online(states), actions, axis=1, batch_dims=1)
            error = tf.abs(wanted - values)
            loss = tf.reduce_mean(tf.where(error < 1.0, 0.5 * tf.square(error), error - 0.5))
        variables = self.online.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        for slow, fast in zip(self.target.trainable_variables, variables):
            slow.assign(slow + self.follow * (fast - slow))
        return loss

    def remember(self, reward: float) -> None:
        self.rewards.append(reward)


def fill(replay: Replay, rail: Rail, count: int, rng: np.random.Generator) -> None:
    state = rail.reset()
    for _ in range(count):
        action = int(rng.integers(ACTIONS))
        next_state, reward, end = rail.step(action)
        replay.add(state, action, reward, next_state, end)
        state = rail.reset() if end else next_state


def main(argv: list[str] | None = None) -> dict[str, object]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--batch-size", type=int, default=32)
    args = parser.parse_args(argv)
    keras.utils.set_random_seed(11)

    rng = np.random.default_rng(3)
    rail, replay, agent = Rail(rng), Replay(2000, STATE, rng), Agent()
    fill(replay, rail, 200, rng)
    state, losses = rail.reset(), []
    for step in range(1, args.steps + 1):
        action = agent.act(state, epsilon=0.2, rng=rng)
        next_state, reward, end = rail.step(action)
        replay.add(state, action, reward, next_state, end)
        agent.remember(reward)
        state = rail.reset() if end else next_state
        loss = agent.train_step(*replay.sample(args.batch_size))
        if step % max(1, args.steps // 10) == 0:
            losses.append(float(loss))
            print(f"step {step} loss {losses[-1]:.4f} mean reward {np.mean(agent.rewards):.3f}")
    values = agent.online(tf.constant([[0.5, 0.0], [-0.5, 0.0]])).numpy()
    return {"losses": losses, "mean_reward": float(np.mean(agent.rewards)), "values": values.ravel().tolist()}


if __name__ == "__main__":
    print(main())
