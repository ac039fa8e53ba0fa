"""Weights of layers, which a program replaces or leaves out between calls."""

import tensorflow as tf
import keras

WITHOUT_BIAS = keras.layers.Dense(2, kernel_initializer="ones", bias_initializer="ones")
WITH_BIAS = keras.layers.Dense(2, kernel_initializer="ones", bias_initializer="ones")
NORMALISATION = keras.layers.BatchNormalization()
STATISTICS = keras.layers.BatchNormalization()
for layer in (WITHOUT_BIAS, WITH_BIAS, NORMALISATION, STATISTICS):
    layer.build((None, 2))


# tf: differs
def without_bias(x):  # expect: HYB104
    return WITHOUT_BIAS(x)


# tf: same
def with_bias(x):  # expect: convert
    return WITH_BIAS(x)


# tf: differs
def normalised(x):  # expect: HYB104
    return NORMALISATION(x, training=False)


# tf: same
def normalised_as_assigned(x):  # expect: convert
    return STATISTICS(x, training=False)


RESULTS = []


def main():
    x = tf.ones([1, 2])
    for turn in range(3):
        RESULTS.extend([without_bias(x), with_bias(x), normalised(x), normalised_as_assigned(x)])
        WITHOUT_BIAS.bias = None
        WITH_BIAS.bias.assign([2.0, 3.0 + turn])
        NORMALISATION.moving_mean = tf.Variable([2.0, 3.0 + turn])
        STATISTICS.moving_mean.assign([2.0, 3.0 + turn])


main()
