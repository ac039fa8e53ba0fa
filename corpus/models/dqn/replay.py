"""A ring buffer of transitions."""

import numpy as np
import tensorflow as tf


class Replay:
    def __init__(self, capacity, state_size, rng):
        self.rng = rng
        self.capacity = capacity
        self.states = np.zeros((capacity, state_size), "float32")
        self.actions = np.zeros(capacity, "int32")
        self.rewards = np.zeros(capacity, "float32")
        self.next_states = np.zeros((capacity, state_size), "float32")
        self.ends = np.zeros(capacity, "float32")
        self.count = 0

    def add(self, state, action, reward, next_state, end):
        at = self.count % self.capacity
        self.states[at], self.actions[at], self.rewards[at] = state, action, reward
        self.next_states[at], self.ends[at] = next_state, float(end)
        self.count += 1

    def sample(self, batch_size):
        rows = self.rng.integers(0, min(self.count, self.capacity), size=batch_size)
        columns = (self.states, self.actions, self.rewards, self.next_states, self.ends)
        return tuple(tf.constant(column[rows]) for column in columns)
