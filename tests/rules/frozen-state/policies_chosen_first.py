"""A policy of dtypes that the program chooses does not matter to what was made, nor to functions."""

import keras
import tensorflow as tf

keras.config.set_dtype_policy("float32")


# tf: same
def step(x, y):  # expect: convert
    return tf.reduce_sum(keras.losses.mean_squared_error(y, x))


def main():
    keras.mixed_precision.set_global_policy("float32")
    x, y = tf.random.stateless_normal((2, 3), [1, 2]), tf.ones((2, 3))
    return [step(x, y) for _ in range(3)]


RESULTS = main()
