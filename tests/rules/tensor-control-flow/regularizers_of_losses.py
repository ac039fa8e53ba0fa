"""`losses` runs regularizers of weights inside of Keras, where AutoGraph does not reach them."""

import keras
import tensorflow as tf


class BigOnly(keras.regularizers.Regularizer):
    def __call__(self, w):
        value = 0.1 * tf.reduce_sum(w)
        if tf.reduce_sum(w) > 1.0:
            value = value * 2.0
        return value


class Smooth(keras.regularizers.Regularizer):
    def __call__(self, w):
        return tf.reduce_sum(tf.square(w)) * 0.1


def big_only(w):
    value = 0.1 * tf.reduce_sum(w)
    if tf.reduce_sum(w) > 1.0:
        value = value * 2.0
    return value


class Own(keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(3, 2), initializer="ones", regularizer=BigOnly())

    def call(self, x):
        return x @ self.w


by_class = keras.layers.Dense(2, kernel_initializer="ones", kernel_regularizer=BigOnly())
by_function = keras.layers.Dense(2, kernel_initializer="ones", kernel_regularizer=big_only)
by_name = keras.layers.Dense(2, kernel_initializer="ones", kernel_regularizer="l2")
smooth = keras.layers.Dense(2, kernel_initializer="ones", kernel_regularizer=Smooth())
own = Own()
for layer in (by_class, by_function, by_name, smooth, own):
    layer.build((None, 3))
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, kernel_regularizer=BigOnly())])


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def of_class(loss):  # expect: HYB109 "AutoGraph does not reach it"
    return loss + sum(by_class.losses)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def of_function(loss):  # expect: HYB109
    return loss + sum(by_function.losses)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def of_weight(loss):  # expect: HYB109
    return loss + sum(own.losses)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def of_model(x):  # expect: HYB109
    return tf.reduce_sum(model(x)) + tf.add_n(model.losses)


# tf: same
def of_name(loss):  # expect: convert
    return loss + tf.add_n(by_name.losses)


# tf: same
def of_smooth(loss):  # expect: convert
    return loss + tf.add_n(smooth.losses)


one = tf.constant(1.0)
RESULTS = [f(one) for f in (of_class, of_function, of_weight, of_name, of_smooth)]
RESULTS += [of_model(tf.ones([2, 3]))]
