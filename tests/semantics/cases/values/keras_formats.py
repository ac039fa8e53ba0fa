"""What Keras layers put out where the program sets the format of images: layers that look for channels may find others."""

import tensorflow as tf
from tensorflow import keras

keras.backend.set_image_data_format("channels_first")


def sees_dense(x):  # fact: x:tensor:float32:[2,5]
    return x * 1.0


def sees_padded(x):  # fact: x:tensor:float32:?
    return x * 1.0


def sees_own_format(x):  # fact: x:tensor:float32:[2,8,8,4]
    return x * 1.0


x, images = tf.ones([2, 6]), tf.ones([2, 8, 8, 3])
sees_dense(keras.layers.Dense(5)(x))
sees_padded(keras.layers.ZeroPadding2D()(images))
sees_own_format(keras.layers.Conv2D(4, 1, data_format="channels_last")(images))
keras.backend.set_image_data_format("channels_last")
