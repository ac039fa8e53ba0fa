"""An attribute that is set after the first call is frozen; one set in `__init__` only may be read."""

import tensorflow as tf


class Model:
    def __init__(self, scale):
        self.scale = scale
        self.rate = 1.0
        self.training = True
        self.offset = tf.Variable(0.0)

    # tf: same
    def scaled(self, x):  # expect: convert
        return x * self.scale

    # tf: differs
    def rated(self, x):  # expect: HYB104
        return x * self.rate

    # tf: differs
    def switched(self, x):  # expect: HYB104
        if self.training:
            return x * 0.5
        return x

    # tf: same
    def moved(self, x):  # expect: convert
        return x + self.offset

    def decay(self):
        self.rate *= 0.5
        self.offset.assign_add(1.0)


first, second = Model(2.0), Model(3.0)
for model in (first, second):
    for step in range(2):
        value = tf.constant([1.0, 2.0])
        model.scaled(value)
        model.rated(value)
        model.switched(value)
        model.moved(value)
        model.decay()
        model.training = False


# tf: differs
@tf.function
def hybrid_rated(x):  # expect: HYB104
    return x * first.rate


first.rate = 1.0
before = hybrid_rated(tf.constant([1.0]))
first.rate = 5.0
after = hybrid_rated(tf.constant([1.0]))
