# unsafe
import random

import tensorflow as tf


def noisy(x):
    y = x + 0.05 * random.gauss(0.0, 1.0)  # jitter
    return y


tf.random.set_seed(1)
x = noisy(tf.constant([1.0, 2.0]))
check = [int(x.shape[0]), x.dtype.name]
del x
