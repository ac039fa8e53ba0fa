"""Arrays that a turn of a loop keeps, and the next one changes."""

import numpy as np
import tensorflow as tf


class Rates:
    def __init__(self):
        self.rate = np.array([1.0, 1.0], np.float32)

    # tf: differs
    def step(self, x):  # expect: HYB104
        return tf.reduce_sum(x * self.rate)


class Kept(Rates):
    def train(self, x):
        rate, total = np.array([2.0, 2.0], np.float32), []
        for i in range(2):
            rate[i] = 5.0
            self.rate = rate
            total.append(self.step(x))
        return total


x = tf.constant([1.0, 2.0])
RESULTS = [Kept().train(x)]
