"""A program that others import: what it runs only as a program happens in no process of theirs."""

import tensorflow as tf


def step(model, optimizer, x):  # fact: verdict=convert
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


if __name__ == "__main__":
    run(3)
