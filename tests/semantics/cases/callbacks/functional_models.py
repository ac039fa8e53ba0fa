"""Functional models and built layers run functions of the program."""

import tensorflow as tf

LOG = []


class Noisy(tf.keras.layers.Layer):
    def call(self, x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
        LOG.append(1)
        return x * 2.0


class Quiet(tf.keras.layers.Layer):
    def call(self, x):  # fact: side_effects=false verdict=convert safe=false
        return x * 2.0


def noisy(v):  # fact: side_effects=true verdict=keep refusals=no-tensor-computation,python-side-effect
    LOG.append(1)
    return v


def make(layer):  # fact: side_effects=true verdict=keep refusals=keras-symbolic-argument,python-result,python-side-effect,variable-creation
    inputs = tf.keras.Input((2,))
    return tf.keras.Model(inputs, layer(inputs))


with_layer = make(Noisy())
with_lambda = make(tf.keras.layers.Lambda(noisy))
with_activation = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2, activation=noisy)])
with_nested = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.Sequential([tf.keras.Input((2,)), Noisy()])])


def runs_layer(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return with_layer(x)


def runs_lambda(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return with_lambda(x)


def runs_activation(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return with_activation(x)


def runs_nested(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    return with_nested(x)


x = tf.ones([1, 2])
runs_layer(x)
runs_lambda(x)
runs_activation(x)
runs_nested(x)
