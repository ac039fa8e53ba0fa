"""Graphs that only graphs call."""

import tensorflow as tf


# tf: same
@tf.function
def normalise(x):  # expect: HYB132
    return x / tf.reduce_sum(x)


# tf: same
@tf.function()
def activation(x):  # expect: HYB132
    return x * tf.sigmoid(x)


# tf: same
@tf.function
def predict(x):  # expect: keep
    return activation(normalise(x)) * 2.0


# tf: same
@tf.function
def shared(x):  # expect: keep
    return tf.square(x) + 1.0


# tf: same
@tf.function
def uses_shared(x):  # expect: keep
    return shared(x) * 2.0


# tf: same
@tf.function(jit_compile=False)
def with_options(x):  # expect: keep
    return tf.square(x) - 1.0


# tf: same
@tf.function
def uses_options(x):  # expect: keep
    return with_options(x) * 2.0


values = tf.constant([1.0, 2.0])
predict(values)
shared(values)
uses_shared(values)
uses_options(values)
