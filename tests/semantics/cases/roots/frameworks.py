"""What frameworks call: Keras methods, dataset functions, strategies, custom gradients, tests, the main block."""

import unittest

import pytest
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):  # fact: side_effects=true
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x, training=False):  # fact: x:tensor tensor_parameter=true
        return self.dense(x)

    def train_step(self, data):  # fact: data:object tensor_parameter=null
        x, y = data
        return {"loss": tf.reduce_mean(tf.square(self(x) - y))}


class Scale(tf.keras.layers.Layer):
    def build(self, shape):  # fact: tensor_parameter=null
        self.rate = self.add_weight(shape=())

    def call(self, x):  # fact: x:tensor
        return x * self.rate


def parse(x):  # fact: called=true x:tensor:float32:[]
    return x * 2.0


@tf.custom_gradient
def clipped(x):  # fact: called=true x:tensor:float32:[2]
    def grad(upstream):  # fact: tensor_parameter=true
        return upstream * 0.5

    return x, grad


class SquareTest(unittest.TestCase):
    def setUp(self):  # fact: side_effects=true
        self.value = tf.constant([1.0, 2.0])

    def test_square(self):  # fact: called=false
        self.assertEqual(float(square(self.value)[0]), 1.0)


def square(x):  # fact: called=true x:tensor verdict=convert
    return tf.square(x)


@pytest.mark.slow
def test_half():  # fact: called=false
    half(tf.constant([1.0, 2.0, 3.0]))


def half(x):  # fact: called=true x:tensor:float32:[3] verdict=convert
    return x * 0.5


def main(argv=None):  # fact: called=true
    third(tf.constant([1.0]))


def third(x):  # fact: called=true x:tensor:float32:[1] verdict=convert safe=true
    return x / 4.0


tf.data.Dataset.from_tensor_slices([1.0, 2.0]).map(parse)
clipped(tf.constant([1.0, 2.0]))

if __name__ == "__main__":
    main()
