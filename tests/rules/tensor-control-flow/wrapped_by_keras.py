"""Layers and functions that wrappers of Keras run, where AutoGraph does not reach them."""

import keras
import tensorflow as tf


def damp(v):
    if tf.reduce_max(v) > 1.0:
        v = v * 0.1
    return v


def worst(y, p, limit=1.0):
    distance = tf.abs(y - p)
    mean = tf.reduce_mean(distance, -1)
    if tf.reduce_max(distance) > limit:
        mean = tf.reduce_max(distance, -1)
    return mean


def distance(y, p):
    return tf.abs(y - p)


class Damp(keras.layers.Layer):
    def call(self, x):
        return damp(x)


class Plain(keras.layers.Layer):
    def call(self, x):
        return x * 2.0


x = tf.ones([1, 4, 2]) * 2.0
of_lambda = keras.layers.TimeDistributed(keras.layers.Lambda(damp))
of_class = keras.layers.TimeDistributed(Damp())
of_dense = keras.layers.TimeDistributed(keras.layers.Dense(2, activation=damp))
of_model = keras.layers.TimeDistributed(keras.Sequential([keras.layers.Dense(2, activation=damp)]))
of_plain = keras.layers.TimeDistributed(Plain())
of_weights = keras.layers.TimeDistributed(keras.layers.Dense(2, activation="relu"))
in_both = keras.layers.Bidirectional(keras.layers.LSTM(2))
of_cell = keras.layers.RNN(keras.layers.LSTMCell(2, activation=damp))
of_cells = keras.layers.RNN([keras.layers.GRUCell(2, activation=damp), keras.layers.GRUCell(2)])
of_own_cell = keras.layers.RNN(cell=keras.layers.GRUCell(2))
for layer in (of_lambda, of_class, of_dense, of_model, of_plain, of_weights, in_both, of_cell, of_cells, of_own_cell):
    layer(x)
wrapped, named = keras.metrics.MeanMetricWrapper(worst), keras.metrics.MeanMetricWrapper(fn=worst, limit=2.0)
simple = keras.metrics.MeanMetricWrapper(distance)
compiled = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2)])
compiled.compile(loss=worst)
compiled_by_name = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2)])
compiled_by_name.compile(loss="mse")


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_lambda(x):  # expect: HYB109 "AutoGraph does not reach it"
    return of_lambda(x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_class(x):  # expect: HYB109
    return of_class(x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_activation(x):  # expect: HYB109
    return of_dense(x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_model(x):  # expect: HYB109
    return of_model(x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_cell(x):  # expect: HYB109
    return of_cell(x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_cells(x):  # expect: HYB109
    return of_cells(x)


# tf: same
def by_own_cell(x):  # expect: convert
    return of_own_cell(x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_update(y, p):  # expect: HYB109
    wrapped.update_state(y, p)
    return wrapped.result() * 2.0


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_metric(y, p):  # expect: HYB109
    return named(y, p) * 2.0


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_compiled_loss(y, p):  # expect: HYB109
    return compiled.compute_loss(y=y, y_pred=p) * 2.0


# tf: same
def by_name_of_loss(y, p):  # expect: convert
    return compiled_by_name.compute_loss(y=y, y_pred=p) * 2.0


# tf: same
def by_plain(x):  # expect: convert
    return of_plain(x)


# tf: same
def by_weights(x):  # expect: convert
    return of_weights(x)


# tf: same
def by_both(x):  # expect: convert
    return in_both(x)


# tf: same
def by_simple(y, p):  # expect: convert
    return simple(y, p) * 2.0


RESULTS = [by_lambda(x), by_class(x), by_activation(x), by_model(x), by_plain(x), by_weights(x), by_both(x)]
RESULTS += [by_compiled_loss(x[0], x[0] * 3.0), by_name_of_loss(x[0], x[0] * 3.0)]
RESULTS += [by_cell(x), by_cells(x), by_own_cell(x)]
RESULTS += [by_update(x, x * 3.0), by_metric(x, x * 3.0), by_simple(x, x * 3.0)]
