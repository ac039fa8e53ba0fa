"""Constants with a name, and constants near the limits of float32."""

import tensorflow as tf

MAGIC = 12582912.0
FACTOR = 3.0


class Rounder:
    shift = 12582912.0

    # tf: differs
    def rounded(self, x):  # expect: HYB115
        return x + self.shift - self.shift


# tf: differs
def to_even(x):  # expect: HYB115
    return (x + MAGIC) - MAGIC


# tf: differs
def vanishing(x):  # expect: HYB115
    return x * 1e-30 * 1e-30 * 1e30 * 1e30


# tf: differs
def huge(x):  # expect: HYB115
    return x * 3e38 / 3e38


# tf: same
def shifted(x):  # expect: convert unsafe
    return (x + MAGIC) - FACTOR


# tf: same
def scaled(x):  # expect: convert
    return x * FACTOR / 255.0


rounder = Rounder()
point = tf.constant([0.3, 1.7])
results = [
    rounder.rounded(point),
    to_even(point),
    vanishing(point),
    huge(tf.constant([0.5, 2.0])),
    shifted(point),
    scaled(point),
]
