"""The first draw without a seed makes Keras's generator of seeds, which has a variable."""

import keras
import tensorflow as tf


# tf: same, traces 2
def noisy(x):  # expect: convert unsafe
    return x + keras.random.normal(x.shape)


# tf: raises ValueError "non-first call"
def sometimes_noisy(x, noise):  # expect: convert unsafe
    if noise:
        return x + keras.random.uniform(x.shape)
    return x


# tf: same, traces 1
def seeded(x):  # expect: convert unsafe
    return x + keras.random.normal(x.shape, seed=3)


one = tf.constant([1.0])
keras.utils.clear_session()
results = [sometimes_noisy(one, False), sometimes_noisy(one, True)]
keras.utils.clear_session()
results += [noisy(one), noisy(one), seeded(one), seeded(one)]
