"""Layers that take several tensors in a list, applied in a functional model, and a step that runs the model."""

import tensorflow as tf


class Scaled(tf.keras.layers.Layer):
    def call(self, inputs):  # fact: verdict=convert
        x, scale = inputs
        return tf.nn.sigmoid(scale) * x


class Second(tf.keras.layers.Layer):
    def call(self, inputs):  # fact: verdict=convert
        return tf.matmul(inputs[1], tf.ones([3, 3]))


first = tf.keras.Input([3])
second = tf.keras.Input([3])
mixed = Scaled()([first, second])
model = tf.keras.Model([first, second], Second()([mixed, Scaled()((mixed, second))]))


def loss(x, y):  # fact: verdict=convert refusals=-
    return tf.reduce_mean(model([x, y], training=True) ** 2)


for _ in range(3):
    loss(tf.ones([2, 3]), tf.ones([2, 3]))
