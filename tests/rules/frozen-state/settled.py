"""State that is set before the function is made or called, and state that changes between calls."""

import tensorflow as tf


def scaler(rate):
    rate = tf.cast(rate, tf.float32)

    # tf: same
    def scale(x):  # expect: convert
        return x * rate

    return scale


def late_scaler(rate):
    # tf: differs
    def scale(x):  # expect: HYB104
        return x * rate

    first = scale(tf.constant([1.0, 2.0]))
    rate = rate + 1.0
    return first + scale(tf.constant([1.0, 2.0]))


class Kernel:
    def __init__(self, variance):
        self.set_up(variance)

    def set_up(self, variance):
        self.parts = [variance]

    # tf: same
    def variance(self, x):  # expect: convert
        return x * self.parts[0]


class Restored:
    def __init__(self, scale):
        self.scale = scale

    def __getstate__(self):
        return {"scale": self.scale}

    def __setstate__(self, state):
        self.scale = state["scale"]

    # tf: same
    def scaled(self, x):  # expect: convert unsafe
        return x * self.scale


class Counted:
    made = 0

    def __init__(self):
        Counted.made += 1

    # tf: differs
    def share(self, x):  # expect: HYB104
        return x / float(Counted.made)


scaler(2.0)(tf.constant([1.0, 2.0]))
late_scaler(2.0)
kernel = Kernel(3.0)
kernel.variance(tf.constant([1.0, 2.0]))
restored = Restored(2.0)
restored.scaled(tf.constant([1.0, 2.0]))
one = Counted()
one.share(tf.constant([1.0, 2.0]))
two = Counted()
one.share(tf.constant([1.0, 2.0]))
