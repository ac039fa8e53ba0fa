"""Layers without variables may be made where they are used, in every trace anew; a dropout has one to draw from."""

import tensorflow as tf

DENSE = tf.keras.layers.Dense(3, kernel_initializer="ones")
DENSE(tf.ones([1, 2]))


# tf: same
def activated(x):  # expect: convert
    x = tf.keras.layers.LeakyReLU()(DENSE(x))
    x = tf.keras.layers.Add()([x, tf.keras.layers.ReLU()(x)])
    return tf.keras.layers.Activation("tanh")(tf.keras.layers.Flatten()(x))


# tf: same
def pooled(x):  # expect: convert
    x = tf.keras.layers.ZeroPadding1D(1)(DENSE(x)[:, None])
    x = tf.keras.layers.MaxPool1D(2)(tf.keras.layers.UpSampling1D(2)(x))
    x = tf.keras.layers.AvgPool2D(1)(tf.keras.layers.Cropping1D(1)(x)[:, None])
    return tf.keras.layers.GlobalAvgPool2D()(x)


# tf: same as written
@tf.function
def activated_graph(x):  # expect: HYB128
    return tf.keras.layers.LeakyReLU()(DENSE(x))


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def convolved(x):  # expect: HYB108
    return tf.keras.layers.Convolution1D(2, 1)(DENSE(x)[:, None])


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def dropped(x):  # expect: HYB108
    return tf.keras.layers.Dropout(0.5, seed=1)(DENSE(x), training=True)


for rows in (2, 3, 4):
    activated(tf.ones([rows, 2]))
    pooled(tf.ones([rows, 2]))
    convolved(tf.ones([rows, 2]))
    activated_graph(tf.ones([rows, 2]))
    dropped(tf.ones([rows, 2]))
