"""What a function sets before the first call that leads to a graph is of no interest to whoever wrote the graph."""

import tensorflow as tf


class Config:
    rate = 1.0
    decay = 1.0


config = Config()


# tf: same
@tf.function
def scaled(x):  # expect: keep
    return x * config.rate


# tf: differs
@tf.function
def decayed(x):  # expect: HYB104
    return x * config.decay


def train(values):
    for value in values:
        RESULTS.append(scaled(value))


def main():
    config.rate = 3.0
    train([tf.constant(1.0), tf.constant(2.0)])
    for turn in range(3):
        config.decay = 1.0 / (turn + 1.0)
        RESULTS.append(decayed(tf.constant(1.0)))


RESULTS = []
main()
