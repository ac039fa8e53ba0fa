import optax
import tensorflow as tf


def step(x):  # fact: side_effects=true verdict=keep
    return optax.update(x)


step(tf.ones([2]))
