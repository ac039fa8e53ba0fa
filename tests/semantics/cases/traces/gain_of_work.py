"""What a graph gains: by operations, by arithmetic, by how often a function is called, and by who calls it."""

import os

import keras
import tensorflow as tf

TURNS = int(os.environ.get("TURNS", "3"))


def looped(x):  # fact: gain=high
    for _ in range(60):
        x = tf.tanh(x * 0.5)
    return x


def loop_of_unknown_length(x, rounds):  # fact: gain=low
    for _ in range(int(rounds)):
        x = tf.tanh(x * 0.5) + tf.sin(x) * tf.cos(x)
    return x


def heavy(x):  # fact: gain=low
    return tf.matmul(tf.matmul(tf.matmul(x, x), x), x)


def differentiated(x):  # fact: gain=medium
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.square(tf.sin(x)) * 3.0 + tf.exp(tf.cos(x)))
    return tape.gradient(y, x)


def called_once(x):  # fact: gain=low
    for _ in range(30):
        x = tf.tanh(x * 0.5)
    return x


class Network(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)

    def call(self, x):  # fact: gain=none
        return tf.nn.softmax(self.dense(x) * 2.0)

    def train_step(self, data):  # fact: gain=none
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x) - y))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


x, large = tf.ones((4, 4)), tf.ones((2000, 2000))
for _ in range(TURNS):
    looped(x)
    loop_of_unknown_length(x, 3)
    heavy(large)
    differentiated(x)
called_once(x)
network = Network()
network.compile("sgd")
network.fit(tf.ones((8, 3)), tf.ones((8, 2)), verbose=0)
