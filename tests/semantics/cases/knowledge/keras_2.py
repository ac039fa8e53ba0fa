"""Keras 2, as the package tf_keras."""

import tensorflow as tf
import tf_keras
from tf_keras import layers

dense = layers.Dense(4)
dense.build((None, 3))


class Block(tf_keras.Model):
    def __init__(self):  # fact: side_effects=true
        super().__init__()
        self.dense = layers.Dense(2)

    def call(self, x):  # fact: x:tensor:float32:[2,3] verdict=convert
        return self.dense(x)


def of_layer(x):  # fact: x:tensor:float32:[2,4]
    return x * 2.0


def of_loss(x):  # fact: x:tensor:float32:[]
    return x * 2.0


def runs_layer(x):  # fact: side_effects=false verdict=convert safe=true
    return dense(x)


value = tf.ones([2, 3])
of_layer(dense(value))
of_loss(tf_keras.losses.MeanSquaredError()(value, value))
runs_layer(value)
Block()(value)
