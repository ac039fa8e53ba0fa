"""Functions that give optimizers their learning rate: each step calls them, in a graph once."""

import keras
import tensorflow as tf


class Settings:
    rate = 0.1


settings = Settings()
w = tf.Variable(2.0)
factor = tf.Variable(0.5)
by_settings = keras.optimizers.SGD(lambda: settings.rate)
by_variable = keras.optimizers.SGD(learning_rate=lambda: factor * 0.1)


# tf: differs
def step(x):  # expect: HYB104
    with tf.GradientTape() as tape:
        loss = w * x
    by_settings.apply_gradients([(tape.gradient(loss, w), w)])
    return loss


# tf: same
def other_step(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = w * x
    by_variable.apply_gradients([(tape.gradient(loss, w), w)])
    return loss


step(tf.constant(1.0))
settings.rate = 1.0
step(tf.constant(1.0))
other_step(tf.constant(1.0))
factor.assign(0.1)
other_step(tf.constant(1.0))
print(w.numpy())
