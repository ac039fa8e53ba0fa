"""Layers without variables may be made where they are used, in every trace anew; a dropout has one to draw from."""

import tensorflow as tf

DENSE = tf.keras.layers.Dense(3, kernel_initializer="ones")
DENSE(tf.ones([1, 2]))


# tf: same
def activated(x):  # expect: convert
    x = tf.keras.layers.LeakyReLU()(DENSE(x))
    x = tf.keras.layers.Add()([x, tf.keras.layers.ReLU()(x)])
    return tf.keras.layers.Activation("tanh")(tf.keras.layers.Flatten()(x))


# tf: same as written
@tf.function
def activated_graph(x):  # expect: HYB128
    return tf.keras.layers.LeakyReLU()(DENSE(x))


# tf: raises ValueError "ValueError: tf.function only supports singleton tf.Variables"
def dropped(x):  # expect: HYB108
    return tf.keras.layers.Dropout(0.5, seed=1)(DENSE(x), training=True)


for rows in (2, 3, 4):
    activated(tf.ones([rows, 2]))
    activated_graph(tf.ones([rows, 2]))
    dropped(tf.ones([rows, 2]))
