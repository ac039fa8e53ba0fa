"""An object that makes its optimizer in a method that its `__init__` calls: one in each program, beside those of others."""

import tensorflow as tf


def update(optimizer, weight, x):  # fact: verdict=convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(weight * x))
    optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
    return loss


class Agent:
    def __init__(self):
        self.weight = tf.Variable([1.0, 2.0])
        self._make()

    def _make(self):
        self.optimizer = tf.keras.optimizers.Adam(0.1)

    def learn(self, x):
        return update(self.optimizer, self.weight, x)
