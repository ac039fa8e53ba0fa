# unsafe
import numpy as np
import tensorflow as tf


def noisy(x):
    return x - np.random.rand(2) * 2.0


tf.random.set_seed(1)
x = noisy(tf.constant([1.0, 2.0]))
check = [int(x.shape[0]), x.dtype.name]
del x
