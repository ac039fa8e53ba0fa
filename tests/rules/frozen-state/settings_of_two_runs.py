"""A setting of Keras that the function which trains makes first, and that is another one in its second run."""

import keras
import tensorflow as tf

divergence = keras.losses.KLDivergence()


# tf: differs
def step(p):  # expect: HYB104
    return tf.exp(divergence(tf.ones((1, 2)), p))


def run(epsilon):
    keras.backend.set_epsilon(epsilon)
    return step(tf.constant([[0.0, 0.01]]))


RESULTS = [run(1e-3)]
RESULTS += [run(1e-1)]
keras.backend.set_epsilon(1e-7)
