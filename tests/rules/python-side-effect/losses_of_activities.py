"""Losses that layers of the library leave of what they put out, and that the program reads after the call."""

import keras
import tensorflow as tf

regular = keras.layers.Dense(2, activity_regularizer="l2", kernel_initializer="ones")
regular.build((None, 2))
model = keras.Sequential([keras.Input((2,)), keras.layers.ActivityRegularization(0.5)])


# tf: raises TypeError "out of scope"
def forward(x):  # expect: HYB102
    return regular(x)


# tf: raises TypeError "out of scope"
def through(x):  # expect: HYB102
    return model(x)


# tf: same
def with_loss(x):  # expect: convert
    return tf.reduce_sum(regular(x)) + tf.add_n(regular.losses)


x = tf.constant([[1.0, 2.0]])
results = [forward(x)]
results += [loss * 2.0 for loss in regular.losses]
results += [through(x)]
results += [loss * 2.0 for loss in model.losses]
results += [with_loss(x)]
