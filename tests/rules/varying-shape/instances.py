"""Solvers that are each given data of one shape: every instance has graphs of its own, whose number the shapes do not raise."""

import tensorflow as tf


class Solver(tf.Module):
    def __init__(self, steps, size):
        super().__init__()
        self.steps, self.size = steps, size
        self.w = tf.Variable(1.0)

    # tf: same, traces 4
    @tf.function
    def loss(self, paths):  # expect: keep
        return self.w * tf.reduce_sum(tf.square(paths))

    # tf: same, traces 4
    @tf.function
    def cut(self, paths):  # expect: reconfigure HYB128
        return self.w * tf.reduce_sum(tf.square(paths))

    def train(self):
        for _ in range(3):
            self.loss(tf.ones([4, self.steps, self.size]))


first, second, third, fourth = Solver(15, 20), Solver(50, 20), Solver(50, 100), Solver(15, 100)
first.train()
second.train()
third.train()
fourth.train()
for length in (2, 3, 4, 5):
    first.cut(tf.ones([4, length]))
