# Eager: 3.0. With tf.function on `call` the loss that the layer keeps is symbolic: float() raises TypeError.
import keras
import tensorflow as tf


class Scale(keras.layers.Layer):
    def call(self, x, training=None):
        if training:
            self.add_loss(tf.reduce_sum(x))
        return x * 2.0


def total(model, x):
    model(x, training=True)
    return tf.add_n(model.losses)


print(float(total(keras.Sequential([keras.layers.Input((2,)), Scale()]), tf.constant([[1.0, 2.0]]))))
