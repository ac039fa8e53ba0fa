import os

import tensorflow as tf

MODEL = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer="ones")])


def sizes(weights):
    return [tf.reduce_sum(tf.square(each)) for each in weights]


def loss_of(x):
    penalty = tf.add_n([*sizes(MODEL.trainable_weights), tf.zeros([])])
    return tf.reduce_sum(tf.tanh(MODEL(x))) + penalty


X = tf.constant([[1.0, -2.0, 0.5], [0.5, 3.0, 1.0]])
if "HYBRIDIZE_LAZY" not in os.environ:
    MODEL(X)
results = [loss_of(X)]
