"""Functions with a parameter that is called as that of the method which a `tf.function` runs for them."""

import tensorflow as tf


# tf: raises TypeError "self"
def weigh(x, *, self=1.0):  # expect: HYB119
    return x * self


# tf: same
def scaled(x, *, own=1.0):  # expect: convert
    return x * own


class Scale:
    factor = 2.0

    # tf: same
    def apply(self, x):  # expect: convert
        return x * self.factor


x = tf.constant([1.0, 2.0])
scale = Scale()
results = [weigh(x, self=2.0), scaled(x, own=2.0), scale.apply(x)]
