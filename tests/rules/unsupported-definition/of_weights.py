"""Regularizers and constraints: Keras calls them with variables, also in the graph of `fit`."""

import keras
import tensorflow as tf


class Roots(keras.regularizers.Regularizer):
    # tf: raises NotImplementedError "numpy() is only available when eager execution is enabled"
    def __call__(self, w):  # expect: HYB119
        return 0.1 * tf.reduce_sum(tf.sqrt(tf.abs(w)))


class UnitNorm(keras.constraints.Constraint):
    # tf: raises NotImplementedError "numpy() is only available when eager execution is enabled"
    def __call__(self, w):  # expect: HYB119
        return w / (1e-7 + tf.norm(w, axis=0, keepdims=True))


# tf: raises NotImplementedError "numpy() is only available when eager execution is enabled"
def roots(w):  # expect: HYB119
    return 0.1 * tf.reduce_sum(tf.sqrt(tf.abs(w)))


# tf: same
def difference(x, y):  # expect: convert
    return tf.reduce_sum(tf.abs(x - y))


def fitted(**options):
    model = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1, kernel_initializer="ones", **options)])
    model.compile("sgd", loss="mse")
    model.fit(tf.ones([2, 2]), tf.ones([2, 1]), verbose=0)
    return model.get_weights()


RESULTS = [fitted(kernel_regularizer=Roots()), fitted(kernel_constraint=UnitNorm())]
dense = keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer=roots)
model = keras.Sequential([keras.layers.Input((2,)), dense])
model.compile("sgd", loss="mse")
model.fit(tf.ones([2, 2]), tf.ones([2, 1]), verbose=0)
RESULTS += [model.get_weights(), difference(tf.ones(2), tf.zeros(2))]
