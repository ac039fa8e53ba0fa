"""Layers that a second stage of training sets free: another optimizer is another trace, which sees them."""

from unittest.mock import patch

import tensorflow as tf


def made():
    inputs = tf.keras.Input((3,))
    inner = tf.keras.layers.Dense(4, kernel_initializer="ones")(inputs)
    return tf.keras.Model(inputs, tf.keras.layers.Dense(2, kernel_initializer="ones")(inner))


first, second, third, fourth = made(), made(), made(), made()


# tf: same
def step(optimizer, x):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(first(x, training=True))
    gradients = tape.gradient(loss, first.trainable_variables)
    optimizer.apply_gradients(zip(gradients, first.trainable_variables))
    return loss


# tf: same
@tf.function
def step_as_written(optimizer, x):  # expect: keep
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(second(x, training=True))
    gradients = tape.gradient(loss, second.trainable_variables)
    optimizer.apply_gradients(zip(gradients, second.trainable_variables))
    return loss


# tf: differs
def with_one_optimizer(optimizer, x):  # expect: HYB104
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(third(x, training=True))
    gradients = tape.gradient(loss, third.trainable_variables)
    optimizer.apply_gradients(zip(gradients, third.trainable_variables))
    return loss


# tf: differs
def by_length(x, rate):  # expect: HYB104
    return tf.reduce_sum(x) * len(fourth.trainable_variables) * rate


class Settings:
    rate = 1.0


settings = Settings()


# tf: differs
def for_a_time(x, key):  # expect: HYB104
    return x * settings.rate


x = tf.ones((2, 3))
optimizers = [tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)]
early, early_as_written, only = optimizers
for model in (first, second, third, fourth):
    model.layers[1].trainable = False
for model, optimizer in zip((first, second, third), optimizers):
    optimizer.build(model.variables)
late, late_as_written = tf.keras.optimizers.SGD(0.5), tf.keras.optimizers.SGD(0.5)
late.build(first.variables)
late_as_written.build(second.variables)
RESULTS = [step(early, x), step_as_written(early_as_written, x)]
RESULTS += [with_one_optimizer(only, x), by_length(x, 1.0), for_a_time(x, "a")]
for layer in first.layers:
    layer.trainable = True
for layer in second.layers:
    layer.trainable = True
for layer in third.layers:
    layer.trainable = True
for layer in fourth.layers:
    layer.trainable = True
RESULTS += [step(late, x), step(late, x), step_as_written(late_as_written, x)]
RESULTS += [with_one_optimizer(only, x), with_one_optimizer(only, x), by_length(x, 1.0)]
with patch.object(settings, "rate", 3.0):
    RESULTS.append(for_a_time(x, "b"))
RESULTS.append(for_a_time(x, "b"))
