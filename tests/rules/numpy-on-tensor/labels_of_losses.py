"""Labels that are arrays: losses of Keras 2 leave an axis of length 1 out of two tensors, and of no array."""

import numpy as np
import tensorflow as tf

mean_squared = tf.keras.losses.MeanSquaredError()


# tf: same
# tf_keras: differs
def beside_a_column(labels, x):  # expect: convert
    return mean_squared(labels, tf.exp(x)[:, tf.newaxis])


# tf: same
# tf_keras: differs
def columns(labels, x):  # expect: convert
    return mean_squared(labels, tf.exp(x))


# tf: same
# tf_keras: same
def of_the_same_rank(labels, x):  # expect: convert
    return mean_squared(labels, tf.exp(x))


# tf: same
# tf_keras: same
def tensors(labels, x):  # expect: convert
    return mean_squared(labels, tf.exp(x)[:, tf.newaxis])


x = tf.constant([0.1, 0.8, 0.3])
labels = np.array([0.0, 1.0, 0.0], np.float32)
results = [beside_a_column(labels, x), columns(labels[:, np.newaxis], x), of_the_same_rank(labels, x)]
results += [tensors(tf.constant([0.0, 1.0, 0.0]), x)]
