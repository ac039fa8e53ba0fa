import os

import tensorflow as tf

MODEL = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones")])
OPTIMIZER = tf.keras.optimizers.SGD(0.05)


def penalty(x):
    weights = MODEL.trainable_weights
    norm = tf.add_n([tf.reduce_sum(tf.square(w)) for w in weights] + [tf.zeros([])])
    return tf.reduce_sum(tf.tanh(MODEL(x))) + norm


X = tf.constant([[1.0, -2.0, 0.5], [0.5, 3.0, 1.0]])
if "HYBRIDIZE_LAZY" not in os.environ:
    MODEL(X)
results = [penalty(X)]
