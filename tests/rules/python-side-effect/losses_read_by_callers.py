"""Losses of activities that a function leaves in its layers, and that its callers read, before, behind or not at all."""

import keras
import tensorflow as tf


read = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones", activity_regularizer="l2")])
of_helper = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones", activity_regularizer="l1")])
evaluated = keras.layers.Dense(1, kernel_initializer="ones", activity_regularizer="l2")
quiet = keras.layers.Dense(1, kernel_initializer="ones", activity_regularizer="l2")
for layer in (read, of_helper, evaluated, quiet):
    layer.build((None, 3))


# tf: raises TypeError "not"
def total(x, model):  # expect: HYB102 "keeps the loss of its activity"
    return tf.reduce_sum(model(x))


# tf: raises TypeError "not"
def forward(x):  # expect: HYB102
    return of_helper(x)


def penalty():  # expect: HYB104
    return tf.add_n(of_helper.losses) * 2.0


# tf: same
def loss_of(x):  # expect: convert
    return tf.reduce_sum(evaluated(x)) + tf.add_n(evaluated.losses)


# tf: same
def unread(x):  # expect: convert
    return tf.reduce_sum(quiet(x))


def main():
    results = []
    for k in (1.0, 2.0):
        x = tf.fill([2, 3], k)
        results += [total(x, read), *(float(loss) for loss in read.losses)]
        results += [forward(x), penalty(), loss_of(x)]
        evaluated(x)
        results += [float(loss) for loss in evaluated.losses]
        results.append(unread(x))
    return results


RESULTS = main()
