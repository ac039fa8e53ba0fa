"""Last bits of results that NumPy shows, and programs that correct a sum by what rounding left of it."""

import numpy as np
import tensorflow as tf


# tf: differs
def third(x):  # expect: HYB115
    return x / 3.0


# tf: differs
def third_by_bytes(x):  # expect: HYB115
    return x / 3.0


# tf: differs
def third_in_helper(x):  # expect: HYB115
    return x / 3.0


# tf: same
def half(x):  # expect: convert
    return x / 2.0


# tf: differs
def corrected(x):  # expect: convert unsafe
    u = 1.0 + x
    return tf.where(u == 1.0, x, tf.math.log(u) * x / (u - 1.0)) * 1e16


# tf: same
def masked(x):  # expect: convert
    return x * (1.0 - (1.0 - x))


def bits(x):  # expect: HYB107, HYB112, HYB118
    return np.asarray(x, np.float32).ravel().view(np.int32).tolist()


x = tf.constant([k * 0.1 for k in range(60)])
small = tf.constant([3e-16, 5e-16], tf.float64)
RESULTS = [third(x).numpy().view(np.int32), third_by_bytes(x).numpy().tobytes(), bits(third_in_helper(x))]
RESULTS += [half(x).numpy().view(np.int32), corrected(small), masked(x)]
