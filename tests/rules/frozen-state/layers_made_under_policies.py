"""The policy of dtypes that the program chooses counts for layers that are made from then on."""

import keras
import tensorflow as tf


# tf: differs
def made_each_time(x):  # expect: HYB104
    return tf.exp(keras.layers.Rescaling(2.0)(x))


made_once = keras.layers.Rescaling(2.0)


# tf: same
def made_before(x):  # expect: convert unsafe
    return tf.exp(made_once(x))


RESULTS = []
for policy in ("float32", "float16", "float32"):
    keras.config.set_dtype_policy(policy)
    RESULTS += [made_each_time(tf.ones(2)), made_before(tf.ones(2))]
