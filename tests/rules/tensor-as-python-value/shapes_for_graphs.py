"""Functions whose results a graph around them takes for shapes: as graphs of their own they give it tensors without values."""

import keras
import tensorflow as tf


# tf: raises ValueError "fully-defined"
def out_shape(x):  # expect: HYB105
    return tf.concat([tf.shape(x)[:1], [4]], 0)


# tf: raises ValueError "fully-defined"
def paddings():  # expect: HYB105
    return tf.constant([[0, 0], [1, 1]])


# tf: same
def scale(x):  # expect: convert
    return x * 2.0


# tf: same
def eager_shape(x):  # expect: convert
    return tf.concat([tf.shape(x)[:1], [4]], 0)


class Flat(keras.layers.Layer):
    def call(self, x):
        return scale(tf.reshape(x, out_shape(x)))


class Padded(keras.layers.Layer):
    def call(self, x):
        return tf.pad(x, paddings())


x = tf.ones([3, 2, 2])
flat = keras.Sequential([keras.Input((2, 2)), Flat(), keras.layers.Dense(1, kernel_initializer="ones")])
padded = keras.Sequential([keras.Input((4,)), Padded(), keras.layers.Dense(1, kernel_initializer="ones")])
results = [flat(x), padded(tf.ones([3, 4])), tf.reshape(x, eager_shape(x))]
