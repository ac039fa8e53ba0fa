"""State that every new shape reads anew: with fewer traces a graph would keep an older value."""

import tensorflow as tf


class Annealed:
    def __init__(self):
        self.scale = 1.0

    # tf: same, traces 3
    @tf.function
    def scaled(self, x):  # expect: HYB104, HYB128
        return x * self.scale


class Constant:
    def __init__(self):
        self.scale = 2.0

    # tf: same, traces 3
    @tf.function
    def scaled(self, x):  # expect: reconfigure HYB128
        return x * self.scale


RATE = 1.0


# tf: same, traces 3
@tf.function
def rated(x):  # expect: HYB104, HYB128
    return x * RATE


annealed, constant = Annealed(), Constant()
annealed.scaled(tf.ones([2]))
constant.scaled(tf.ones([2]))
rated(tf.ones([2]))
annealed.scale, RATE = 3.0, 0.3
annealed.scaled(tf.ones([3]))
constant.scaled(tf.ones([3]))
rated(tf.ones([3]))
annealed.scale, RATE = 4.0, 0.4
annealed.scaled(tf.ones([4]))
constant.scaled(tf.ones([4]))
rated(tf.ones([4]))
