"""Models and layers that are made of others, with variables of their own."""

import copy

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])
dense = tf.keras.layers.Dense(1)


def cloned(x):  # expect: HYB108
    return tf.keras.models.clone_model(model)(x) * 0.0


def given(m, x):  # expect: HYB108
    return tf.keras.models.clone_model(m)(x) * 0.0


def copied(x):  # expect: HYB108
    return copy.deepcopy(model)(x)


def read_back(x):  # expect: HYB108
    return tf.keras.layers.deserialize(tf.keras.layers.serialize(dense))(x) * 0.0


a = tf.ones([1, 2])
RESULTS = [cloned(a), given(model, a), copied(a), read_back(a)]
