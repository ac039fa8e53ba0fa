"""A model that is compiled again, with another optimizer, between two steps."""

import tensorflow as tf


model = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])
other = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])


# tf: differs
def step(x):  # expect: HYB104
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    gradients = tape.gradient(loss, model.trainable_variables)
    model.optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


# tf: same
def step_of_other(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(other(x))
    gradients = tape.gradient(loss, other.trainable_variables)
    other.optimizer.apply_gradients(zip(gradients, other.trainable_variables))
    return loss


a = tf.ones([1, 2])
model.compile(optimizer="adam", loss="mse")
other.compile(optimizer="adam", loss="mse")
RESULTS = [step(a), step_of_other(a)]
model.compile(optimizer=tf.keras.optimizers.RMSprop(0.1), loss="mse")
RESULTS += [step(a), step_of_other(a)]
