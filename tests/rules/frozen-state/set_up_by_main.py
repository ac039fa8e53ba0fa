"""What the function above both sets up before it makes or calls the one that reads."""

import tensorflow as tf


KNOWN = []


class Trainer:
    def __init__(self):
        KNOWN.append(self)
        self.scale = None
        self.rate = 1.0

    def compile(self, scale):
        self.scale = scale

    def slow_down(self):
        self.rate = self.rate * 0.5

    # tf: same
    def scaled(self, x):  # expect: convert unsafe
        return x * self.scale

    # tf: differs
    def slowed(self, x):  # expect: HYB104
        return x * self.rate

    def fit(self, x):
        for _ in range(3):
            x = self.slowed(self.scaled(x))
            self.slow_down()
        return x


def main(detailed):
    weights = {"loss": 1.0}
    if detailed:
        weights["penalty"] = 0.5
    factor = [1.0]

    # tf: same
    def weighted(x):  # expect: convert
        return x * weights["loss"] + weights["penalty"]

    # tf: differs
    def growing(x):  # expect: HYB104
        return x * factor[0]

    trainer = Trainer()
    trainer.compile(2.0)
    for _ in range(3):
        weighted(tf.ones([2]))
        growing(tf.ones([2]))
        factor[0] = factor[0] + 1.0
    return trainer.fit(tf.ones([2]))


class Retrained:
    def __init__(self):
        self.scale = None

    def compile(self, scale):
        self.scale = scale

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * self.scale


def again():
    trainer = Retrained()
    for scale in (1.0, 2.0):
        trainer.compile(scale)
        trainer.scaled(tf.ones([2]))


main(True)
again()
