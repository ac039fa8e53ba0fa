"""What Keras layers put out where the program chooses what Keras starts with."""

import tensorflow as tf
from tensorflow import keras

keras.backend.set_floatx("float32")
keras.backend.set_image_data_format("channels_last")


def sees_dense(x):  # fact: x:tensor:float32:[2,5]
    return x * 1.0


def sees_padded(x):  # fact: x:tensor:float32:[2,10,10,3]
    return x * 1.0


sees_dense(keras.layers.Dense(5)(tf.ones([2, 6])))
sees_padded(keras.layers.ZeroPadding2D()(tf.ones([2, 8, 8, 3])))
