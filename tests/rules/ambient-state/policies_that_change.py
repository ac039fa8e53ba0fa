"""The policy of dtypes is read by a function, and set to another one between its calls."""

import tensorflow as tf


# tf: differs
def cast(x):  # expect: HYB104
    return tf.cast(x, tf.keras.mixed_precision.global_policy().compute_dtype) * 2.0


for name in ("float32", "mixed_bfloat16", "float32"):
    tf.keras.mixed_precision.set_global_policy(name)
    cast(tf.ones([4]))
