"""Objects of the project that a layer of Keras calls, as activations or for what it computes."""

import keras
import tensorflow as tf


class Scaled:
    def __init__(self):
        self.factor = 1.0

    def __call__(self, x):
        return tf.nn.relu(x) * self.factor


changing, settled = Scaled(), Scaled()
dense = keras.layers.Dense(2, activation=changing, kernel_initializer="ones")
dense.build((None, 2))
model = keras.Sequential([keras.layers.Input((2,)), dense])
lambda_layer = keras.layers.Lambda(changing)
recurrent = keras.layers.GRU(2, activation=changing, kernel_initializer="ones")
recurrent.build((None, 3, 2))
settled_dense = keras.layers.Dense(2, activation=settled, kernel_initializer="ones")
settled_dense.build((None, 2))


# tf: differs
def by_layer(x):  # expect: HYB104
    return dense(x) * 2.0


# tf: differs
def by_model(x):  # expect: HYB104
    return model(x) * 2.0


# tf: differs
def by_lambda(x):  # expect: HYB104
    return lambda_layer(x) * 2.0


# tf: differs
def by_recurrent(x):  # expect: HYB104
    return recurrent(tf.stack([x, x, x], 1)) * 2.0


# tf: same
def by_settled_layer(x):  # expect: convert
    return settled_dense(x) * 2.0


RESULTS = []


def main():
    x = tf.ones([1, 2])
    for turn in range(3):
        RESULTS.extend([by_layer(x), by_model(x), by_lambda(x), by_recurrent(x), by_settled_layer(x)])
        changing.factor = 2.0 + turn


main()
