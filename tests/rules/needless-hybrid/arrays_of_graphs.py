"""Arrays that a graph is given: what it calls gets them as tensors."""

import numpy as np
import tensorflow as tf


# tf: same
@tf.function
def energy(x):  # expect: keep
    return 1.0 / (2.0 + 0.4 * tf.reduce_sum(tf.square(x)))


def mean(x):
    return tf.reduce_mean(energy(x[:, -1]))


# tf: same
@tf.function
def step(x):  # expect: remove unsafe
    return mean(x)


# tf: same
@tf.function
def alone(x):  # expect: remove unsafe
    return 1.0 / (2.0 + 0.4 * tf.reduce_sum(tf.square(x)))


points = np.ones((4, 5), dtype="float32")
results = [step(points), step(points), alone(points[:, -1]), alone(points[:, -1])]
