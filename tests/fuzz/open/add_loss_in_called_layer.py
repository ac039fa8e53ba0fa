# Eager: 3.0. In the graph `probe` leaves a symbolic loss in the layer: "out of scope" / TypeError when it is read.
import keras
import tensorflow as tf


class Scale(keras.layers.Layer):
    def call(self, x):
        self.add_loss(tf.reduce_sum(x))
        return x * 2.0


layer = Scale()


def probe(x):
    return tf.reduce_sum(layer(x))


probe(tf.constant([1.0, 2.0]))
print(float(layer.losses[0]))
