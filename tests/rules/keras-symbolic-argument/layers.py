"""A layer's `call` gets symbolic tensors when its model is built functionally, and tensors otherwise."""

import tensorflow as tf


class Doubling(tf.keras.layers.Layer):
    # tf: same
    def call(self, x):  # expect: convert
        return x * 2.0


class Head:
    def __init__(self):
        self.dense = tf.keras.layers.Dense(2, kernel_initializer="ones")

    # tf: raises ValueError "A KerasTensor is symbolic: it's a placeholder for a shape an"
    def connect(self, x):  # expect: HYB110, HYB112
        return self.dense(x)

    # tf: same
    def scale(self, x):  # expect: convert
        return x * 3.0


head = Head()
inputs = tf.keras.Input((2,))
model = tf.keras.Model(inputs, Doubling()(head.connect(inputs)))
for _ in range(2):
    head.scale(model(tf.ones([3, 2])))
