"""Methods whose tensors are attributes, and callers that cannot be followed."""

import json

import tensorflow as tf


class Accumulator(tf.Module):
    def __init__(self):
        super().__init__()
        self.total = tf.Variable(tf.zeros([2]))
        self.count = tf.Variable(0.0)

    # tf: same
    def mean(self):  # expect: convert
        return self.total / self.count

    # tf: same
    def add(self, values):  # expect: convert
        self.total.assign_add(values)
        self.count.assign_add(1.0)


# tf: same
def padded(values, width):  # expect: convert
    return tf.pad(values, [[0, width]])


def ramp(options):  # expect: convert unsafe
    return tf.linspace(0.0, 1.0, options)


accumulator = Accumulator()
accumulator.add(tf.constant([1.0, 2.0]))
accumulator.add(tf.constant([3.0, 5.0]))
result = accumulator.mean()
wide = padded(tf.constant([1.0, 2.0]), 2)
steps = ramp(json.loads("5"))
