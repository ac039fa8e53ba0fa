"""The clock, the environment and Python's random numbers are read once, while tracing."""

import os
import random
import time

import numpy as np
import tensorflow as tf


# tf: differs
def stamped(x):  # expect: HYB103
    return x + time.time()


# tf: differs
def timed(x):  # expect: HYB103
    start = time.perf_counter()
    y = x * 2.0
    return y + (time.perf_counter() - start)


# tf: differs
def jitter(x):  # expect: HYB103
    return x + random.random()


# tf: differs
def noisy(x):  # expect: HYB103
    return x + np.random.normal(size=2).astype(np.float32)


# tf: differs
def scaled_by_environment(x):  # expect: HYB103
    os.environ["SCALE"] = str(float(os.environ.get("SCALE", "1")) + 1.0)
    return x * float(os.environ["SCALE"])


def drop():
    return random.random() < 0.5


# tf: differs
def drops(x):  # expect: HYB103
    if drop():
        return x * 0.0
    return x


generator = np.random.default_rng(7)


# tf: differs
def from_generator(x):  # expect: HYB103
    return x + generator.uniform()


# tf: same
def given_noise(x, noise):  # expect: convert
    return x + noise


# tf: same
def fixed_seed(x):  # expect: convert
    return x + tf.random.stateless_normal([2], seed=[1, 2])


# tf: same
def sleeps_never(x):  # expect: convert
    return x * float(len(time.__name__))


for step in range(4):
    value = tf.constant([1.0, 2.0]) * float(step)
    stamped(value)
    timed(value)
    jitter(value)
    noisy(value)
    scaled_by_environment(value)
    drops(value)
    from_generator(value)
    given_noise(value, tf.constant(np.random.normal(size=2), tf.float32))
    fixed_seed(value)
    sleeps_never(value)
