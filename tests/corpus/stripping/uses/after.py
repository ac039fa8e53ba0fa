"""`tf.function` around functions where they are used, in the forms that programs have."""

import tensorflow as tf


def loss(x):
    return tf.reduce_sum(x)


fast = loss
signed = loss
later = loss
named = loss
squares = (lambda x: x * x)
three = (lambda x: x + 1)(3.0)
nested = loss


class Trainer:
    def __init__(self, model, eager):
        self.model = model
        self.step = self.step if eager else self.step
        self.call = model.call

    def step(self, x):
        return self.model(x)


class Child(Trainer):
    def __init__(self):
        self.fast_step = self.step


def serving(model):
    def serve(x):
        return model(x)

    return serve.get_concrete_function()
