"""A Keras layer computes the messages; it is built by the first of them."""

import keras
import tensorflow as tf

layer = keras.layers.Dense(2, activation="tanh", kernel_initializer="ones")


def receive(nodes, pairs):
    received = [tf.zeros([1, 2]) for _ in nodes]
    for a, b in pairs:
        received[b] += layer(nodes[a])
    return tf.concat(received, 0)


nodes = [tf.constant([[0.1, 0.2, 0.3]]), tf.constant([[0.3, -0.4, 0.1]])]
with tf.GradientTape() as tape:
    result = receive(nodes, [(0, 1), (1, 0), (0, 0)])
    loss = tf.reduce_sum(result**2)
gradients = tape.gradient(loss, layer.trainable_variables)
