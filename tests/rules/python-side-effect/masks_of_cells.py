"""Cells of recurrent layers called by hand, which keep the mask of their dropout in training."""

import keras
import tensorflow as tf

gru = keras.layers.GRUCell(3, dropout=0.5, seed=1)
lstm = keras.layers.LSTMCell(3, recurrent_dropout=0.5, seed=2)
plain = keras.layers.GRUCell(3, seed=3)
renewed = keras.layers.SimpleRNNCell(3, dropout=0.5, recurrent_dropout=0.5, seed=4)
half_renewed = keras.layers.SimpleRNNCell(3, dropout=0.5, recurrent_dropout=0.5, seed=5)
stacked = keras.layers.StackedRNNCells([keras.layers.GRUCell(3), keras.layers.GRUCell(3, dropout=0.5, seed=6)])
layer = keras.layers.RNN(keras.layers.GRUCell(3, dropout=0.5, recurrent_dropout=0.5, seed=7))
for cell in (gru, lstm, plain, renewed, half_renewed):
    cell.build((None, 2))
stacked.build((2, 2))
layer.build((2, 4, 2))


class Guarded(keras.layers.GRUCell):
    def call(self, inputs, states, training=False):
        return super().call(inputs * 2.0, states, training=training)


guarded = Guarded(3, dropout=0.5, seed=8)
guarded.build((None, 2))
around = keras.layers.RNN(Guarded(3, dropout=0.5, seed=9))
around.build((2, 4, 2))


# tf: raises TypeError "out of scope"
def unroll(x):  # expect: HYB102
    h = tf.zeros([2, 3])
    for t in range(x.shape[1]):
        h, _ = gru(x[:, t], [h], training=True)
    return h


# tf: differs
def one_step(x, h):  # expect: HYB102
    return lstm(x, [h, h], training=True)[0]


# tf: differs
def through_stack(x):  # expect: HYB102
    states = [tf.zeros([2, 3]), tf.zeros([2, 3])]
    h, _ = stacked(x, states, training=True)
    return h


# tf: differs
def own_cell(x, h):  # expect: HYB102
    return guarded(x, [h], training=True)[0]


# tf: differs
def renews_one_of_two(x, h):  # expect: HYB102
    half_renewed.reset_dropout_mask()
    return half_renewed(x, [h], training=True)[0]


# tf: same
def without_rate(x, h):  # expect: convert
    return plain(x, [h], training=True)[0]


# tf: same
def not_training(x, h):  # expect: convert
    return gru(x, [h], training=False)[0]


# tf: same
def says_nothing(x, h):  # expect: undetermined HYB102
    return lstm(x, [h, h])[0]


# tf: same
def renews(x):  # expect: convert
    renewed.reset_dropout_mask()
    renewed.reset_recurrent_dropout_mask()
    h = tf.zeros([2, 3])
    for t in range(4):
        h, _ = renewed(x[:, t], [h], training=True)
    return h


# tf: same
def by_layer(x):  # expect: convert
    return layer(x, training=True)


# tf: same
def own_cell_by_layer(x):  # expect: convert
    return around(x, training=True)


data, state = tf.ones([2, 4, 2]), tf.zeros([2, 3])
results = [unroll(data), unroll(data[:, :3]), renews(data), renews(data)]
for _ in range(2):
    results += [one_step(data[:, 0], state), through_stack(data[:, 0]), own_cell(data[:, 0], state)]
    results += [renews_one_of_two(data[:, 0], state), without_rate(data[:, 0], state), not_training(data[:, 0], state)]
    results += [says_nothing(data[:, 0], state), by_layer(data), own_cell_by_layer(data)]
