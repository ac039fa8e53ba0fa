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


class Network:
    def __init__(self, doubled):
        self.doubled = doubled
        self.runs = 0
        self.seen = 0
        self.number = 0

    # Nothing reads `runs`; `rate` is set before `forward` reads it, and `output` is set in both branches.
    # tf: differs
    @tf.function
    def step(self, x, rate):  # expect: keep
        self.rate = rate
        self.runs += 1
        return self.forward(x) * 2.0

    # tf: same
    def forward(self, x):  # expect: HYB104, HYB123
        if self.doubled:
            self.output = x * 2.0 * self.rate
        else:
            self.output = x * self.rate
        return self.output

    # tf: differs
    @tf.function
    def counted(self, x):  # expect: HYB102
        self.seen += 1
        return x * 2.0

    # tf: differs
    @tf.function
    def numbered(self, x):  # expect: HYB102
        self.number += 1
        return self.with_number(x)

    # tf: same
    def with_number(self, x):  # expect: HYB104, HYB123
        return x * float(self.number)

    # tf: differs
    @tf.function
    def delayed(self, x):  # expect: HYB102
        y = self.before(x)
        self.last = x
        return y

    # tf: same
    def before(self, x):  # expect: HYB104, HYB123
        return self.last + x

    def report(self):
        return f"{self.seen} calls"


network = Network(True)
network.last = tf.constant(0.0)
pupil = Pupil()
agent = Agent(True)
RESULTS = [agent.learn(tf.constant([1.0, 4.0])), agent.learn(tf.constant([2.0, 4.0]))]
agent.remember(tf.constant(1.0))
RESULTS += [pupil.learn(tf.constant([1.0, 4.0])), pupil.learn(tf.constant([2.0, 4.0]))]
RESULTS += [network.step(tf.constant(1.0), tf.constant(0.1)), network.step(tf.constant(2.0), tf.constant(0.2))]
RESULTS += [network.counted(tf.constant(1.0)), network.counted(tf.constant(2.0)), network.report()]
RESULTS += [network.delayed(tf.constant(1.0)), network.delayed(tf.constant(2.0))]
RESULTS += [network.numbered(tf.constant(1.0)), network.numbered(tf.constant(2.0))]
