"""Keras layers, built when they are first called; every example names its adapter."""

import keras
import numpy as np
import tensorflow as tf

adapters = [
    keras.layers.Dense(3, kernel_initializer="ones"),
    keras.layers.Dense(3, kernel_initializer="zeros"),
]
body = keras.layers.Dense(4, activation="tanh", kernel_initializer="ones")


def adapted(x, name):
    h = body(x)
    return adapters[name](h)


def forward(batch, names):
    return tf.concat([adapted(batch[i : i + 1], names[i]) for i in range(len(names))], 0)


batch = tf.constant(np.linspace(-1, 1, 10, dtype="float32").reshape([5, 2]))
with tf.GradientTape() as tape:
    outputs = forward(batch, [0, 1, 1, 0, 1])
    loss = tf.reduce_sum(outputs**2)
gradients = tape.gradient(loss, body.trainable_variables)
