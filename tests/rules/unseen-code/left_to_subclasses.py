"""Methods that a class leaves to its subclasses, which are the user's: what they compute is assumed."""

from abc import abstractmethod

import tensorflow as tf


class Solver:
    def __init__(self, units):
        self.network = tf.keras.Sequential([tf.keras.layers.Dense(units)])
        self.optimizer = tf.keras.optimizers.SGD(0.1)

    def residual(self, x):
        raise NotImplementedError("say what the network has to satisfy")

    @abstractmethod
    def boundary(self, x):
        """What holds at the edge."""

    def step(self, x, y):  # expect: convert unsafe
        with tf.GradientTape() as tape:
            residual = self.residual(x)
            edge = self.boundary(x)
            loss = tf.reduce_mean(tf.square(self.network(x) - y)) + tf.reduce_mean(residual) + tf.reduce_mean(edge)
        variables = self.network.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


class Halving(tf.keras.optimizers.Optimizer):
    def update_step(self, gradient, variable, learning_rate):
        self.assign_sub(variable, 0.5 * learning_rate * gradient)


weight = tf.keras.Variable([1.0, 2.0])
optimizer = Halving(0.1)
optimizer.build([weight])


# tf: same
def descend(x):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(weight * x)
    optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
    return loss


losses = [descend(tf.ones(2)) for _ in range(3)]
