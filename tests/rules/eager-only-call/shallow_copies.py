"""Copies of what Keras makes: `copy.copy`, too, saves its variables and reads them back."""

import copy

import keras
import tensorflow as tf

LAYER = keras.layers.Dense(1)
LAYER.build((None, 2))
MODEL = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])
SETTINGS = {"rate": 2.0}


# tf: raises NotImplementedError "only available when eager execution is enabled"
def of_a_layer(x):  # expect: HYB106
    return copy.copy(LAYER)(x)


# tf: raises NotImplementedError "only available when eager execution is enabled"
def of_a_model(x):  # expect: HYB106
    return copy.copy(MODEL)(x)


# tf: same
def of_settings(x):  # expect: convert
    return x * copy.copy(SETTINGS)["rate"]


# tf: same
def of_a_tensor(x):  # expect: convert
    return copy.copy(x) * 2.0


value = tf.ones([1, 2])
for function in (of_a_layer, of_a_model, of_settings, of_a_tensor):
    function(value)
