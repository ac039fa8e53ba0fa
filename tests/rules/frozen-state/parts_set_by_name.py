"""Parts of something that cannot be seen are set by computed names; a method reads attributes of its own object."""

import tensorflow as tf
from unseen_layers import layers_of


class Learner:
    def __init__(self, width, rate):
        self.width = width
        self.rate = rate

    def copy_weights(self, other, values):
        for layer in layers_of(other):
            for name in values:
                layer.__dict__[name] = values[name]

    def step(self, x: tf.Tensor):  # expect: convert unsafe
        return tf.exp(tf.sqrt(x)) * self.width


class Configured:
    def __init__(self, width):
        self.width = width

    def configure(self, values):
        for name in values:
            setattr(self, name, values[name])

    def replace(self, values):
        for name in values:
            vars(self)[name] = values[name]

    def step(self, x: tf.Tensor):  # expect: HYB104 "attribute `width` is read"
        return tf.exp(tf.sqrt(x)) * self.width
