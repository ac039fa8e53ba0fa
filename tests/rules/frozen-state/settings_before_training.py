"""A setting of Keras that the function which trains makes first: once in the program, or for each of two runs."""

import keras
import tensorflow as tf

divergence = keras.losses.KLDivergence()


# tf: same
def step(p):  # expect: convert unsafe
    return tf.exp(divergence(tf.ones((1, 2)), p))


def main():
    keras.backend.set_epsilon(1e-3)
    return [step(tf.constant([[0.0, 0.01 * n]])) for n in range(3)]


RESULTS = main()
