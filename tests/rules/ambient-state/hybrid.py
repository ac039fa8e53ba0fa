"""Noise that a `tf.function` draws with NumPy is the same noise at every call."""

import os
import platform
import random

import numpy as np
import tensorflow as tf


# tf: differs
@tf.function
def frozen_noise(x):  # expect: HYB103
    return x + np.random.normal()


# tf: differs
@tf.function
def augment(image):  # expect: HYB103
    if random.random() > 0.5:
        image = tf.reverse(image, axis=[0])
    return image


# tf: same
@tf.function
def stateless_noise(x, step):  # expect: keep
    return x + tf.random.stateless_normal([2], seed=tf.stack([step, 0]))


# tf: same
@tf.function
def told(x):  # expect: keep
    if platform.system() == "Windows" or os.environ.get("HALVED"):
        return x / 2.0
    return x * 2.0


told(tf.constant(1.0))
for step in range(8):
    frozen_noise(tf.constant(1.0))
    augment(tf.constant([1.0, 2.0]))
    stateless_noise(tf.constant([1.0, 2.0]), tf.constant(step))
