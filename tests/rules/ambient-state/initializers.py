"""Initializers of Keras without a seed: Python draws one when they are made, and they then draw the same at every call."""

import keras
import tensorflow as tf

weights = tf.Variable(tf.zeros([4, 2]))
initializer = keras.initializers.HeNormal()


# tf: differs
def restarted(x):  # expect: HYB103
    weights.assign(keras.initializers.HeNormal()(weights.shape))
    return x @ weights


# tf: differs
def found_by_name(x):  # expect: HYB103
    return x @ keras.initializers.get("glorot_uniform")((4, 2))


# tf: same
def with_a_seed(x):  # expect: convert
    return x @ keras.initializers.HeNormal(seed=3)((4, 2))


# tf: same
def made_before(x):  # expect: convert
    return x @ initializer((4, 2))


# tf: same
def not_random(x):  # expect: convert
    return x @ keras.initializers.get("ones")((4, 2))


class Linear(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = None

    # tf: same
    def __call__(self, x):  # expect: convert
        if self.w is None:
            self.w = tf.Variable(keras.initializers.GlorotUniform(seed=1)((4, 2)))
        return x @ self.w


class Layer(keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=(4, 2), initializer=keras.initializers.GlorotUniform())

    def call(self, x):
        return x @ self.w


layer = Layer()


# tf: same
def step(x):  # expect: convert
    return tf.reduce_sum(layer(x))


x = tf.ones((3, 4))
linear = Linear()
for _ in range(2):
    results = [restarted(x), found_by_name(x), with_a_seed(x), made_before(x), not_random(x), linear(x), step(x)]
