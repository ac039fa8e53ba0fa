"""A convolutional classifier with two blocks and global pooling."""

import keras
from keras import layers


def conv_block(x, filters):
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.LayerNormalization()(x)
    return layers.ReLU()(x)


def build_network(size, classes, dropout=0.1):
    image = keras.Input([size, size, 1], name="image")
    x = conv_block(image, 8)
    x = layers.MaxPooling2D()(x)
    x = conv_block(x, 16)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dropout(dropout, seed=21)(x)
    return keras.Model(image, layers.Dense(classes)(x), name="bars")
