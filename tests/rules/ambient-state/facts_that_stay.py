"""What no program changes while it runs: how TensorFlow was compiled, which devices there are, and dtypes that nobody chooses."""

import tensorflow as tf


# tf: same
def of_the_build(x):  # expect: convert
    return x * 2.0 if tf.test.is_built_with_cuda() else x * 3.0


# tf: same
def of_the_policy(x):  # expect: convert
    return tf.cast(x, tf.keras.mixed_precision.global_policy().compute_dtype) * 2.0


# tf: same
def of_the_devices(x):  # expect: convert
    return x * 2.0 if tf.config.list_physical_devices("GPU") else x * 3.0


# tf: same
def of_their_number(x):  # expect: convert
    return x * float(len(tf.config.list_physical_devices("CPU")))


for _ in range(3):
    of_the_devices(tf.ones([4]))
    of_their_number(tf.ones([4]))
    of_the_build(tf.ones([4]))
    of_the_policy(tf.ones([4]))
