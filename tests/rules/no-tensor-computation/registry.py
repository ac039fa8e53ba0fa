"""A method that selects an operation, and one that executes it."""

import tensorflow as tf


class Activations:
    def __init__(self):
        self.known = {"relu": tf.nn.relu, "tanh": tf.tanh}

    # tf: same
    def needed(self, values, name):  # expect: HYB118
        return values if name in self.known else None

    # tf: same
    def apply(self, values, name):  # expect: convert
        return self.known[name](values)


# tf: same
def clipped(values):  # expect: convert
    return tf.clip_by_value(values, -1.0, 1.0)


activations = Activations()
numbers = tf.constant([-2.0, 0.5, 3.0])
kept = activations.needed(numbers, "relu")
applied = activations.apply(numbers, "relu")
inside = clipped(numbers)
