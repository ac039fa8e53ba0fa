"""The small number of Keras that a program sets between two calls: who computes with it, and who does not."""

import keras
import tensorflow as tf


# tf: same
def flat(x):  # expect: convert
    return keras.layers.Flatten()(x) + keras.layers.ReLU()(x)


# tf: same
def pooled(x):  # expect: convert
    return keras.layers.GlobalMaxPooling1D()(x[None]) * keras.layers.Rescaling(2.0)(x)


# tf: same
def summed(x):  # expect: convert
    return keras.ops.sum(keras.ops.softmax(x)) + keras.losses.Huber()(x, x + 1.0)


# tf: same
def of_loss(x):  # expect: convert
    return keras.losses.mean_squared_error(x, x + 1.0) * 2.0


# tf: differs
def of_setting(x):  # expect: HYB104
    return x + keras.config.epsilon()


# tf: differs
def crossed(x):  # expect: HYB104
    return keras.ops.binary_crossentropy(tf.zeros([2, 2]), tf.zeros([2, 2])) + x


# tf: differs
def of_entropy(x):  # expect: HYB104
    return keras.losses.BinaryCrossentropy()(tf.ones([2, 2]), tf.zeros([2, 2])) + x


# tf: differs
def of_poisson(x):  # expect: HYB104
    return keras.losses.Poisson()(tf.ones([2, 2]), tf.zeros([2, 2])) + x


# tf: differs
def normed(x):  # expect: HYB104
    return keras.ops.normalize(x * 0.01)


x = tf.constant([[1.0, -2.0], [3.0, 4.0]])
before = keras.config.epsilon()
results = []
for turn in range(3):
    results += [flat(x), pooled(x), summed(x), of_loss(x), of_setting(x), crossed(x), of_entropy(x), of_poisson(x)]
    results.append(normed(x))
    keras.config.set_epsilon(0.1 * (turn + 1))
keras.config.set_epsilon(before)
