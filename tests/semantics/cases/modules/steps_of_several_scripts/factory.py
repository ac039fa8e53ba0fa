import tensorflow as tf


def load():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)]), tf.keras.optimizers.Adam(0.1)
