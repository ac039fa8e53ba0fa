"""Settings of Keras as a whole that its losses, metrics and operations read each time, and optimizers do not."""

import keras
import tensorflow as tf

divergence = keras.losses.KLDivergence()
percentage = keras.metrics.MeanAbsolutePercentageError()
optimizer, weight = keras.optimizers.Adam(0.1), tf.Variable([[1.0, 2.0]])
optimizer.build([weight])


# tf: differs
def of_function(p):  # expect: HYB104
    return keras.losses.binary_crossentropy(tf.ones((1, 2)), p)


# tf: differs
def of_object(p):  # expect: HYB104
    return tf.exp(divergence(tf.ones((1, 2)), p))


# tf: differs
def of_metric(p):  # expect: HYB104
    percentage.update_state(tf.zeros((1, 2)), p)
    return tf.reduce_sum(p)


# tf: same
def of_layer(p):  # expect: convert
    return tf.exp(keras.activations.relu(p)) * tf.tanh(p)


# tf: same
def of_optimizer(p):  # expect: convert
    optimizer.apply_gradients([(p, weight)])
    return tf.tanh(p)


RESULTS = []
for epsilon in (1e-7, 1e-3, 1e-1):
    keras.backend.set_epsilon(epsilon)
    p = tf.constant([[0.0, 0.01]])
    RESULTS += [of_function(p), of_object(p), of_metric(p), percentage.result(), of_layer(p), of_optimizer(p), weight.numpy()]
keras.backend.set_epsilon(1e-7)
