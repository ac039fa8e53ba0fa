# unsafe
import os

import tensorflow as tf

MODEL = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones")])
OPTIMIZER = tf.keras.optimizers.SGD(0.05)


def slope(x):
    weights = MODEL.trainable_weights
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(MODEL(x))
        loss += 0.5 * tf.add_n([tf.reduce_sum(tf.square(w)) for w in weights])
    return tape.gradient(loss, x), loss


X = tf.constant([[1.0, -2.0, 0.5], [0.5, 3.0, 1.0]])
if "HYBRIDIZE_LAZY" not in os.environ:
    MODEL(X)
results = [slope(X), slope(X * 2.0)]
