"""`__init__` sets an attribute and gives it a default where it is None; no later call of a method changes it."""

import tensorflow as tf


class Likelihood:
    def __init__(self, configure=None, scale=None):
        self.configure = configure
        if self.configure is None:
            self.configure = self._doubled
        self.scale = scale
        if self.scale is None:
            self.scale = 3.0

    def _doubled(self, x):
        return x * 2.0

    # tf: same
    def log(self, x):  # expect: convert
        return tf.math.log(self.configure(x) * self.scale)


class Derived(Likelihood):
    def __init__(self, scale=None):
        super().__init__(scale=scale)

    # tf: same
    def squared(self, x):  # expect: convert
        return tf.square(self.configure(x) * self.scale)


class Late:
    def __init__(self):
        self.scale = None

    def settle(self, scale):
        if self.scale is None:
            self.scale = scale

    # tf: differs
    def scaled(self, x):  # expect: HYB104
        return x * (1.0 if self.scale is None else self.scale)


for made in (Likelihood(), Derived(2.0), Derived()):
    made.log(tf.constant([1.0, 2.0]))
    made.log(tf.constant([1.0, 2.0]))
for derived in (Derived(2.0), Derived()):
    derived.squared(tf.constant([1.0, 2.0]))
    derived.squared(tf.constant([1.0, 2.0]))
late = Late()
late.scaled(tf.constant([1.0]))
late.settle(5.0)
late.scaled(tf.constant([1.0]))
