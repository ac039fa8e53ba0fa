"""What a `Lambda` layer of a functional model gets is what the layer was applied to: a list of tensors, or one."""

import tensorflow as tf

layers = tf.keras.layers


def apart(pair):
    mean, scale = pair
    return mean + tf.exp(scale)


def aloud(pair):
    mean, scale = pair
    print("sampled")
    return mean + tf.exp(scale)


def model(function):
    x = layers.Input(shape=(4,))
    mean, scale = layers.Dense(2)(x), layers.Dense(2)(x)
    return tf.keras.Model(inputs=x, outputs=layers.Lambda(function)([mean, scale]))


class Sampler(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = model(apart)

    # tf: same
    def call(self, x):  # expect: HYB101
        return self.encoder(x) * 2.0


class Loud(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = model(aloud)

    # tf: differs
    def call(self, x):  # expect: HYB101
        return self.encoder(x) * 2.0


x = tf.ones((2, 4))
sampler, loud = Sampler(), Loud()
results = [sampler.call(x), sampler.call(x), loud.call(x), loud.call(x)]
