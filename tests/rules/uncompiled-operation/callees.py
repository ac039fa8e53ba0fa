"""In what a compiled function calls."""

import numpy as np
import tensorflow as tf


def grouped(x):
    return tf.math.segment_sum(x, tf.constant([0, 1]))


def squared(x):
    return tf.numpy_function(np.square, [x], tf.float32)


# tf: raises InvalidArgumentError "tf2xla conversion failed"
@tf.function(jit_compile=True)
def sums_of_groups(x):  # expect: HYB130
    return grouped(x) * 2.0


# tf: raises InvalidArgumentError "tf2xla conversion failed"
@tf.function(jit_compile=True, reduce_retracing=True)
def in_python(x):  # expect: HYB130
    return squared(x) + 1.0


# tf: same
@tf.function(jit_compile=True)
def unsorted_groups(x):  # expect: keep
    return tf.math.unsorted_segment_sum(x, tf.constant([0, 1]), 2) * 2.0


values = tf.constant([1.0, 2.0])
for function in (sums_of_groups, in_python, unsorted_groups):
    try:
        function(values)
    except tf.errors.InvalidArgumentError:
        pass
