"""`compute_loss` computes the loss that a model was compiled with last."""

import keras
import tensorflow as tf

model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, kernel_initializer="ones")])
other = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, kernel_initializer="ones")])
model.compile("sgd", "mse")
other.compile("sgd", "mse")


# tf: differs
def anew(x, y):  # expect: HYB104
    return model.compute_loss(x, y, model(x))


# tf: same
def as_before(x, y):  # expect: convert
    return other.compute_loss(x, y, other(x))


RESULTS = []
for loss in ("mae", "mse", "mae"):
    x, y = tf.ones((2, 3)), tf.zeros((2, 1))
    RESULTS += [anew(x, y), as_before(x, y)]
    model.compile("sgd", loss)
