"""How many processors there are is the same in every trace; what it has done so far is not."""

import multiprocessing
import os
import time

import tensorflow as tf


# tf: same
def shared_out(x):  # expect: convert
    return tf.map_fn(lambda row: row * 2.0, x, parallel_iterations=multiprocessing.cpu_count())


# tf: same
def scaled(x):  # expect: convert
    return x / float(os.cpu_count() or 1)


def since_the_start(x):  # expect: HYB103
    return x * float(time.perf_counter_ns())


value = tf.constant([[1.0, 2.0], [3.0, 4.0]])
for _ in range(2):
    shared_out(value)
    scaled(value)
    since_the_start(value)
