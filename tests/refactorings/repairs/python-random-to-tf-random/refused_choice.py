# unsafe
import random

import tensorflow as tf


def noisy(x):
    return x * random.choice([1.0, 2.0])


tf.random.set_seed(1)
x = noisy(tf.constant([1.0, 2.0]))
check = [int(x.shape[0]), x.dtype.name]
del x
