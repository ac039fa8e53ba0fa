"""Attributes of a `tf.function` that pass a tensor on within one call, and those that keep it for the next."""

import tensorflow as tf


class Agent:
    def __init__(self, bounded):
        self.bounded = bounded
        self.scores = None

    # What the attribute holds in the end is a symbolic tensor, which nothing looks at.
    # tf: differs
    @tf.function
    def learn(self, x):  # expect: keep
        total = tf.reduce_sum(x)
        if self.bounded:
            with tf.name_scope("bounds"):
                self.delta = tf.reduce_mean(x) - 1.0
            total += self.delta
        if self.bounded:
            total -= tf.stop_gradient(self.delta) * 2.0
        return total

    @tf.function
    def remember(self, x):  # expect: HYB102
        if self.scores is None:
            self.scores = x * 2.0
        return self.scores + x


class Pupil:
    # Another class passes another value on under the same name.
    # tf: differs
    @tf.function
    def learn(self, x):  # expect: keep
        self.delta = tf.reduce_mean(x)
        return x * self.delta


pupil = Pupil()
agent = Agent(True)
RESULTS = [agent.learn(tf.constant([1.0, 4.0])), agent.learn(tf.constant([2.0, 4.0]))]
agent.remember(tf.constant(1.0))
RESULTS += [pupil.learn(tf.constant([1.0, 4.0])), pupil.learn(tf.constant([2.0, 4.0]))]
