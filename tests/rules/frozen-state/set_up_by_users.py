"""What `initialize` and the like set is set before the first call, where only users of the project call them."""

import sys

import tensorflow as tf


class Head:
    def initialize(self, size):
        self.size = size

    # tf: same
    def apply(self, x):  # expect: convert unsafe
        return x * self.size


class Agent:
    def __init__(self):
        self.head = Head()

    def initialize(self, size):
        self.head.initialize(size)

    # tf: same
    def step(self, x):  # expect: convert unsafe
        return self.head.apply(x) * 2.0


class Counter:
    def __init__(self):
        self.size = 1.0

    def advance(self):
        self.size += 1.0

    # tf: same
    def apply(self, x):  # expect: HYB104
        return x * self.size


class Detector(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(2)

    def build(self, input_shape):
        self.factor = 3.0
        self.head.build(input_shape)

    # tf: same
    def call(self, x):  # expect: convert unsafe
        return self.head(x) * self.factor

    def print_summary(self, input_shape):
        self.build(input_shape)
        self.summary()


class Trainer:
    def __init__(self, model):
        model.rate = 0.5


def use(kind):
    agent = getattr(sys.modules[__name__], kind)()
    agent.initialize(2.0)
    for _ in range(3):
        agent.step(tf.ones([4]))


use("Agent")
counter = Counter()
counter.apply(tf.ones([4]))
detector = Detector()
for _ in range(2):
    detector(tf.ones([2, 2]))
