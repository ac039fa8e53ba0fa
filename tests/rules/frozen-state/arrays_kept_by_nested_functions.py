"""Arrays that a nested function keeps, before or after the function around it changes them."""

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
        rate = np.array([2.0, 2.0], np.float32)
        rate[1] = 3.0

        def keep():
            self.rate = rate

        keep()
        total = [self.step(x)]
        rate[0] = 5.0
        return [*total, self.step(x)]


x = tf.constant([1.0, 2.0])
RESULTS = [Kept().train(x)]
