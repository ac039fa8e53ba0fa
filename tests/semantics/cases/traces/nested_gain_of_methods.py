"""A method that a step calls runs inside the graph of the step, also where unseen code is given the object."""

import tensorflow as tf


class Gan(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(4)])
        self.optimizer_ = tf.keras.optimizers.SGD(0.1)

    def train(self, x):  # fact: verdict=convert gain=none
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.tanh(self.net(x)) - tf.exp(-tf.abs(x))))
        gradients = tape.gradient(loss, self.net.trainable_variables)
        self.optimizer_.apply_gradients(zip(gradients, self.net.trainable_variables))
        return loss

    def step(self, x):  # fact: verdict=convert gain=high
        loss = self.train(x)
        return loss + tf.reduce_mean(tf.exp(-tf.square(x)))


import unseen_library

gan = Gan()
for number in range(90_000):
    gan.step(tf.ones([8, 4]))
unseen_library.save(gan)
