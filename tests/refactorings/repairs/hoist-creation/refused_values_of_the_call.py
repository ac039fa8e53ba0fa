import tensorflow as tf


def widened(x, width):
    dense = tf.keras.layers.Dense(width, kernel_initializer="ones")
    return tf.tanh(dense(x)) * 2.0


results = [widened(tf.constant([[1.0, -2.0]]), 3)]
