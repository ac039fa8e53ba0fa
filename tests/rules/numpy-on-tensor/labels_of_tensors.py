"""Labels in categories: Keras 3 makes a tensor of a tensor, if it is told how many classes there are."""

import keras
import tensorflow as tf


# tf: same
def of_tensor(y):  # expect: convert
    return keras.utils.to_categorical(y, 4) * 2.0


# tf: same
def of_column(y):  # expect: convert
    return keras.utils.to_categorical(y[:, None], num_classes=4) + 1.0


# tf: same
def of_any_length(y):  # expect: convert
    return keras.utils.to_categorical(tf.boolean_mask(y, y > 0), 4) * 2.0


# tf: same
def of_any_classes(y):  # expect: HYB107, HYB112
    return keras.utils.to_categorical(y, tf.reduce_max(y) + 1) * 2.0


# tf: same
def of_number(y, n):  # expect: convert
    return keras.utils.to_categorical(y, n)


y = tf.constant([0, 1, 3])
results = [of_tensor(y), of_column(y), of_any_length(y), of_any_classes(y), of_number(y, 4), of_number(y, 5)]
