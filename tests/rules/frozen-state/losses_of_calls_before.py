"""Losses of activities that an earlier call of a layer has left in it, and losses of weights, which are computed anew."""

import keras
import tensorflow as tf


def small(units):
    layer = keras.layers.Dense(units, kernel_initializer="ones", activity_regularizer="l2")
    model = keras.Sequential([layer])
    model.build((None, 3))
    return model


class Adding(keras.layers.Layer):
    # tf: raises TypeError "cannot"
    def call(self, x):  # expect: HYB102
        self.add_loss(tf.reduce_sum(x))
        return x * 2.0


class Outer(keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = [keras.layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")]

    def call(self, x):
        return self.inner[0](x)


class Own(keras.layers.Layer):
    def __init__(self):
        super().__init__(activity_regularizer=keras.regularizers.L2(0.1))

    def call(self, x):
        return x * 2.0


class Later(keras.layers.Layer):
    def __init__(self, regularizer=None):
        super().__init__()
        self.activity_regularizer = keras.regularizers.get(regularizer)

    def call(self, x):
        return x * 2.0


model, adding, outer, own = small(1), Adding(), Outer(), Own()
made = [small(n) for n in (1, 2)]
compiled = keras.Sequential([keras.Input((3,)), keras.layers.ActivityRegularization(0.5)])
compiled.compile(loss="mse")
later, set_later = Later("l2"), keras.layers.Dense(1, kernel_initializer="ones")
set_later.activity_regularizer = keras.regularizers.L2(0.1)
tried = keras.layers.Dense(1, kernel_initializer="ones", activity_regularizer="l2")
weighted = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, kernel_initializer="ones", kernel_regularizer="l2")])
inputs = keras.Input((3,))
functional = keras.Model(inputs, keras.layers.ActivityRegularization(0.5)(inputs))


# tf: differs
def of_model(loss, model):  # expect: HYB104 "an earlier call"
    return loss + tf.add_n(model.losses)


# tf: differs
def of_adding(loss):  # expect: HYB104
    return loss + adding.losses[0]


# tf: differs
def of_outer(loss):  # expect: HYB104
    return loss + sum(outer.losses)


# tf: differs
def of_own(loss):  # expect: HYB104
    return loss + sum(own.losses)


# tf: differs
def of_functional(loss):  # expect: HYB104
    return loss + sum(functional.losses)


# tf: differs
def of_element(loss):  # expect: HYB104
    return loss + sum(made[1].losses)


# tf: differs
def of_later(loss):  # expect: HYB104
    return loss + sum(later.losses)


# tf: differs
def of_set(loss):  # expect: HYB104
    return loss + sum(set_later.losses)


# tf: differs
def computed(y, p):  # expect: HYB104
    return compiled.compute_loss(y=y, y_pred=p)


# tf: same
def of_weights(loss, layer):  # expect: convert
    return loss + tf.add_n(layer.losses)


# tf: differs
def perhaps(x, call):  # expect: HYB102, HYB104
    if call:
        tried(x)
    return tf.reduce_sum(x) + sum(tried.losses)


RESULTS, one = [], tf.constant(1.0)
for k in (1.0, 2.0):
    x = tf.fill([2, 3], k)
    for layer in (model, adding, outer, own, functional, tried, compiled, later, set_later, *made):
        layer(x)
    RESULTS += [of_model(one, model), of_adding(one), of_outer(one), of_own(one), of_functional(one), of_element(one)]
    RESULTS += [of_weights(one, weighted), perhaps(x, False), perhaps(x, True), computed(x, x * 2.0), of_later(one), of_set(one)]
