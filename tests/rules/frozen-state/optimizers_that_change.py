"""Optimizers of which a program changes more than the learning rate."""

import keras
import tensorflow as tf


def made(optimizer):
    variable = keras.Variable([1.0, 2.0])
    optimizer.build([variable])
    return variable, optimizer


of_rate, with_rate = made(keras.optimizers.SGD(0.1))
of_schedule, scheduled = made(keras.optimizers.SGD(0.1))
excluded, decaying = made(keras.optimizers.AdamW(0.1, weight_decay=0.5))


# tf: same
def set_rate(g):  # expect: convert
    with_rate.apply_gradients([(g, of_rate)])
    return tf.reduce_sum(g)


# tf: differs
def set_schedule(g):  # expect: HYB104
    scheduled.apply_gradients([(g, of_schedule)])
    return tf.reduce_sum(g)


# tf: differs
def set_exclusion(g):  # expect: HYB104
    decaying.apply_gradients([(g, excluded)])
    return tf.reduce_sum(g)


RESULTS = []
g = tf.constant([10.0, 20.0])
for turn in range(3):
    RESULTS += [set_rate(g), set_schedule(g), set_exclusion(g)]
    RESULTS += [v.numpy() for v in (of_rate, of_schedule, excluded)]
    with_rate.learning_rate = 0.5
    scheduled.learning_rate = keras.optimizers.schedules.ExponentialDecay(0.5, 1, 0.5)
    decaying.exclude_from_weight_decay(var_list=[excluded])
