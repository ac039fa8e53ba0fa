"""What no program changes while it runs: how TensorFlow was compiled, and dtypes that nobody chooses."""

import tensorflow as tf


# tf: same
def of_the_build(x):  # expect: convert
    return x * 2.0 if tf.test.is_built_with_cuda() else x * 3.0


# tf: same
def of_the_policy(x):  # expect: convert
    return tf.cast(x, tf.keras.mixed_precision.global_policy().compute_dtype) * 2.0


for _ in range(3):
    of_the_build(tf.ones([4]))
    of_the_policy(tf.ones([4]))
