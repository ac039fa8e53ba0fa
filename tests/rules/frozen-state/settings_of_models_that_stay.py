"""Functional models whose layers are set up before the first call of the model."""

import keras
import tensorflow as tf

inputs = keras.Input((3,))
early = keras.layers.Dense(2, kernel_initializer="ones")
normalized = keras.layers.BatchNormalization()
model = keras.Model(inputs, normalized(early(inputs)))
early.activation = tf.nn.tanh
model.trainable = False
other = keras.layers.Dense(2, kernel_initializer="ones")


# tf: same
def step(x):  # expect: convert
    return tf.exp(model(x, training=True)) * tf.tanh(x[:, :2])


# tf: differs
def direct(x):  # expect: HYB104
    return tf.exp(other(x))


x = tf.ones([2, 3])
results = []
for turn in range(3):
    results += [step(x), direct(x)]
    other.activation = tf.nn.tanh
