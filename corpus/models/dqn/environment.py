"""A cart on a rail that a push left, a push right or nothing moves; the goal is to stay near the middle."""

from __future__ import annotations

import numpy as np

ACTIONS = 3
STATE = 2


class Rail:
    def __init__(self, rng: np.random.Generator, episode_length: int = 40) -> None:
        self.rng = rng
        self.episode_length = episode_length
        self.reset()

    def reset(self) -> np.ndarray:
        self.position = self.rng.uniform(-1.0, 1.0)
        self.velocity = 0.0
        self.clock = 0
        return self.observe()

    def observe(self) -> np.ndarray:
        return np.array([self.position, self.velocity], dtype="float32")

    def step(self, action: int) -> tuple[np.ndarray, float, bool]:
        self.velocity = 0.9 * self.velocity + 0.1 * (action - 1)
        self.position += self.velocity
        self.clock += 1
        done = abs(self.position) > 2.0 or self.clock >= self.episode_length
        return self.observe(), 1.0 - abs(self.position), done
