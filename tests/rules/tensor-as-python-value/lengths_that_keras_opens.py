"""Functions that run for any number of examples in what Keras traces itself, and are called directly, too."""

import keras
import numpy as np
import tensorflow as tf


class Weighing(keras.layers.Layer):
    # tf: differs
    def call(self, x):  # expect: HYB105
        return x * float(x.shape[0] or 1) + weighted(x) + shared(x) + by_width(x)


class Training(keras.Model):
    def __init__(self):
        super().__init__()
        self.head = keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.head(x) + 0.0 * fitted(x)


# tf: differs
def weighted(x):  # expect: HYB105
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def shared(x):  # expect: HYB105
    return tf.reduce_sum(x) / (1.0 if x.shape[0] is None else 2.0)


# tf: same
def by_width(x):  # expect: convert
    return tf.reduce_sum(tf.tanh(x) / float(x.shape[-1] or 1)) + tf.reduce_sum(tf.exp(x))


# tf: differs
def fitted(x):  # expect: HYB105
    return tf.reduce_sum(x) * float(x.shape[0] or 1)


# tf: differs
def loss(y_true, y_pred):  # expect: HYB105
    return tf.reduce_sum(tf.square(y_true - y_pred)) / float(y_pred.shape[0] or 1)


# tf: differs
def of_output(y_true, y_pred):  # expect: HYB105
    return tf.reduce_sum(tf.square(y_true - y_pred)) / float(y_pred.shape[0] or 1)


# tf: same
def alone(x):  # expect: convert
    return tf.reduce_sum(tf.exp(x)) * float(x.shape[0] or 1)


inputs = keras.Input((3,))
model = keras.Model(inputs, Weighing()(inputs))
training = Training()
training.compile(keras.optimizers.SGD(0.0), loss=loss)
training.fit(np.ones((5, 3), "float32"), np.ones((5, 1), "float32"), batch_size=2, epochs=2, verbose=0)
named = keras.Model(inputs, {"out": keras.layers.Dense(1, name="out")(inputs)})
named.compile(keras.optimizers.SGD(0.0), loss={"out": of_output})
named.fit(np.ones((5, 3), "float32"), {"out": np.ones((5, 1), "float32")}, batch_size=2, verbose=0)

RESULTS = []
for count in (2, 4, 5):
    x = tf.ones((count, 3))
    RESULTS += [model(x), weighted(x), shared(x), by_width(x), fitted(x), alone(x)]
    RESULTS += [of_output(tf.zeros((count, 1)), tf.ones((count, 1)))]
    RESULTS += [loss(tf.zeros((count, 1)), tf.ones((count, 1)))]
