"""Blocks are applied in many places, to symbolic tensors of Keras while a model is built, and to tensors ever after."""

import tensorflow as tf


class Norm(tf.keras.layers.Layer):
    # tf: same
    def call(self, inputs):  # expect: convert
        x, scale = inputs
        return x * tf.reshape(scale, [-1, 1])


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.first, self.second = Norm(), Norm()

    # tf: same
    def call(self, inputs):  # expect: undetermined HYB108
        x, scale = inputs
        x = self.first([x, scale])
        return self.second([x + 1.0, scale])


def built():
    x, scale = tf.keras.Input([3]), tf.keras.Input([])
    y = Block()([x, scale])
    y = Block()([y, scale])
    y = Block()([y, scale])
    y = Block()([y, scale])
    y = Block()([y, scale])
    return tf.keras.Model([x, scale], tf.keras.layers.Dense(2)(Block()([y, scale])))


blocks = [Block() for _ in range(5)]


# tf: same
def step(x, scale):  # expect: convert
    for block in blocks:
        x = block([x, scale])
    return tf.reduce_sum(x)


# tf: same
def loss(x, scale):  # expect: convert
    return tf.reduce_mean(tf.square(model([x, scale])))


model = built()
for _ in range(2):
    step(tf.ones([2, 3]), tf.constant([0.5, 2.0]))
    loss(tf.ones([2, 3]), tf.constant([0.5, 2.0]))
