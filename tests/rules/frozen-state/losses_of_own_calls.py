"""Losses that a function reads behind its own call of the layer: every trace makes them itself."""

import keras
import tensorflow as tf


def small(units):
    layer = keras.layers.Dense(units, kernel_initializer="ones", activity_regularizer="l2", kernel_regularizer="l2")
    model = keras.Sequential([layer])
    model.build((None, 3))
    return model


class Outer(keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = [keras.layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")]

    def call(self, x):
        return self.inner[0](x)


model = keras.Sequential([keras.Input((3,)), keras.layers.ActivityRegularization(0.5)])
made, outer, other = [small(n) for n in (1, 2)], Outer(), small(3)
outer.build((None, 3))


# tf: differs
def total(model):  # expect: HYB104
    return tf.add_n(model.losses)


# tf: same
def step(model, x):  # expect: convert
    return tf.reduce_sum(model(x)) + total(model)


class Trainer:
    def __init__(self, model):
        self.model = model

    # tf: raises TypeError "out of scope"
    def forward(self, x):  # expect: HYB102
        return self.model(x)

    # tf: differs
    def penalty(self):  # expect: HYB104
        return tf.add_n(self.model.losses)

    # tf: same
    def step(self, x):  # expect: convert
        y = self.forward(x)
        return tf.reduce_sum(y) + self.penalty()


# tf: same
def step_of_element(x):  # expect: convert
    y = made[0](x)
    return tf.reduce_sum(y) + tf.add_n(made[0].losses)


# tf: same
def step_of_factory(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(other(x)) + tf.add_n(other.losses)
    return tape.gradient(loss, other.trainable_variables)


# tf: same
def step_of_outer(x):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(outer(x)) + sum(outer.losses)
    return tape.gradient(loss, x)


# tf: same
def in_loop(x):  # expect: convert
    total = tf.zeros([])
    for part in (x, x + 1.0):
        if part.shape.rank == 2:
            total += tf.reduce_sum(model(part))
            total += sum(model.losses)
    return total


# tf: same
def in_lambda(x):  # expect: convert
    loss = lambda: tf.reduce_sum(model(x)) + sum(model.losses)
    return loss() * 2.0


RESULTS, trainer = [], Trainer(model)
for k in (1.0, 2.0):
    x = tf.fill([2, 3], k)
    RESULTS += [step(model, x), trainer.step(x), step_of_element(x), step_of_outer(x), in_loop(x), in_lambda(x)]
    RESULTS += step_of_factory(x)
