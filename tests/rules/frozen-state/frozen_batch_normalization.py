"""Batch normalization that cannot be trained computes something else, and so does a model that has one somewhere."""

import keras
import tensorflow as tf

inputs = keras.Input((3,))
direct = keras.layers.BatchNormalization()
model = keras.Model(inputs, direct(inputs))
whole = keras.Model(inputs, keras.layers.BatchNormalization()(inputs))
copied = keras.models.clone_model(whole)
row = keras.Sequential([keras.Input((3,)), keras.layers.BatchNormalization()])


# tf: differs
def of_layer(x):  # expect: HYB104
    return tf.exp(model(x, training=True))


# tf: differs
def of_model(x):  # expect: HYB104
    return tf.exp(whole(x, training=True))


# tf: differs
def of_copy(x):  # expect: HYB104
    return tf.exp(copied(x, training=True))


# tf: differs
def of_row(x):  # expect: HYB104
    return tf.exp(row(x, training=True))


x = tf.constant([[1.0, 2.0, 3.0], [3.0, 5.0, 9.0]])
results = []
for turn in range(3):
    results += [of_layer(x), of_model(x), of_copy(x), of_row(x)]
    direct.trainable = False
    whole.trainable = False
    copied.trainable = False
    row.trainable = False
