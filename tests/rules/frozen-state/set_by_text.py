"""A text that is run as code may set any variable of its module, but for functions and classes."""

import tensorflow as tf

SCALE = 1.0
OFFSET = 1.0


def double(x):
    return x * 2.0


# tf: differs
def scaled(x):  # expect: HYB104
    return x * SCALE


# tf: differs
def shifted(x):  # expect: HYB104
    return x + OFFSET


# tf: same
def doubled(x):  # expect: convert
    return double(x) + 1.0


for _ in range(2):
    ones = tf.constant([1.0, 1.0])
    scaled(ones)
    shifted(ones)
    doubled(ones)
    exec("SCALE = SCALE + 2.0")
    locals()["OFFSET"] = 4.0
