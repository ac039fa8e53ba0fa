"""Models that get layers, or lose some, between two calls."""

import tensorflow as tf


def made():
    model = tf.keras.Sequential([tf.keras.layers.Input((2,))])
    for units in (3, 2):
        model.add(tf.keras.layers.Dense(units, kernel_initializer="ones"))
    return model


def two_layers():
    layers = [tf.keras.layers.Dense(units, kernel_initializer="ones") for units in (3, 2)]
    return tf.keras.Sequential([tf.keras.layers.Input((2,)), *layers])


whole, growing, shrinking = made(), two_layers(), two_layers()


# tf: same
def settled(x):  # expect: convert
    return whole(x)


# tf: differs
def extended(x):  # expect: HYB104 "the layers of a `keras.Sequential` are run"
    return growing(x)


# tf: differs
def cut(x):  # expect: HYB104
    return shrinking(x)


data = tf.ones([4, 2])
first = [settled(data), extended(data), cut(data)]
growing.add(tf.keras.layers.Dense(1, kernel_initializer="ones"))
shrinking.pop()
second = [settled(data), extended(data), cut(data)]
