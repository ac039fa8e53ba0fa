"""Arrays that a method fills and keeps afterwards change nothing that others hold; those that it keeps first may."""

import numpy as np
import tensorflow as tf


class Filled:
    def __init__(self):
        self.scale = np.array([1.0, 2.0], np.float32)
        self.table = None

    def count(self, pairs):
        table = np.zeros([2, 2])
        for i, j in pairs:
            table[i, j] += 1
            for k in range(2):
                table[k, k] = 3.0
        self.table = table

    # tf: same
    def step(self, x):  # expect: convert
        return tf.reduce_sum(x * self.scale)


filled = Filled()
RESULTS = []
for pair in ((0, 1), (1, 1)):
    filled.count([pair])
    RESULTS.append(filled.step(tf.constant([1.0, 2.0])))
