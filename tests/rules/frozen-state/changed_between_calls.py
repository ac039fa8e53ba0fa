"""Of a graph that somebody made on purpose it is told what is seen to change between two of its calls."""

import tensorflow as tf

depth = 1
scale = 1.0


class Network:
    def __init__(self):
        self.rate = 1.0

    # Each experiment makes a network of its own, and so a graph of its own.
    # tf: same
    @tf.function
    def deep(self, x):  # expect: keep
        for _ in range(depth):
            x = x * 2.0
        return x

    # tf: differs
    @tf.function
    def rated(self, x):  # expect: HYB104
        return x * self.rate

    def decay(self):
        self.rate *= 0.5


# tf: differs
@tf.function
def scaled(x):  # expect: HYB104
    return x * scale


def experiment(value):
    network = Network()
    return [network.deep(value), network.deep(value + 1.0)]


def train(network, value):
    found = []
    for _ in range(3):
        found.append(network.rated(value))
        network.decay()
    return found


RESULTS = []
for number in (1, 2, 3):
    depth = number
    RESULTS += experiment(tf.constant(1.0))
RESULTS += train(Network(), tf.constant(1.0))
RESULTS.append(scaled(tf.constant(1.0)))
scale = 2.0
RESULTS.append(scaled(tf.constant(1.0)))
