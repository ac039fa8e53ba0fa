"""Labels that `to_categorical` puts in categories are arrays of float64 with Keras 3, one column for each class."""

import numpy as np
import tensorflow as tf

LABELS = tf.keras.utils.to_categorical(np.array([[0], [2], [1]], np.uint8), 3)
PREDICTED = tf.constant([[0.5, 0.25, 0.25], [0.125, 0.5, 0.375], [0.25, 0.25, 0.5]])


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type float32 that does "
def weighted(labels, predicted):  # expect: HYB114
    return tf.reduce_sum(labels * predicted)


# tf: same
def loss(labels, predicted):  # expect: convert
    return tf.keras.losses.categorical_crossentropy(labels, predicted)


# tf: same
def cast(labels, predicted):  # expect: convert
    return tf.reduce_sum(tf.cast(labels, tf.float32) * predicted)


for scale in (1.0, 0.5, 0.25):
    weighted(LABELS, PREDICTED * scale)
    loss(LABELS, PREDICTED * scale)
    cast(LABELS, PREDICTED * scale)
