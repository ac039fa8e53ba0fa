"""A program that others import, and that runs in their processes, too: a second optimizer comes too late."""

import tensorflow as tf


def step(model, optimizer, x):  # fact: verdict=keep
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def run(turns):
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(0.1)
    for _ in range(turns):
        step(model, optimizer, tf.ones([4, 3]))


run(3)
