import numpy as np
import tensorflow as tf


def slope(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.multiply(x, np.tanh(x)))
    return tape.gradient(loss, x)


X = tf.constant([[1.0, -2.0], [0.5, 3.0]])
results = [slope(X), slope(X * 0.5)]
