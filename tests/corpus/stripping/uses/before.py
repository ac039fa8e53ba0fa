"""`tf.function` around functions where they are used, in the forms that programs have."""

import tensorflow as tf


def loss(x):
    return tf.reduce_sum(x)


fast = tf.function(loss)
signed = tf.function(loss, input_signature=[tf.TensorSpec([None])])
later = tf.function(jit_compile=True)(loss)
named = tf.function(func=loss, autograph=False)
squares = tf.function(lambda x: x * x)
three = tf.function(lambda x: x + 1)(3.0)
nested = tf.function(tf.function(loss))


class Trainer:
    def __init__(self, model, eager):
        self.model = model
        self.step = self.step if eager else tf.function(self.step)
        self.call = tf.function(model.call)

    def step(self, x):
        return self.model(x)


class Child(Trainer):
    def __init__(self):
        self.fast_step = tf.function(self.step)


def serving(model):
    def serve(x):
        return model(x)

    return tf.function(serve, input_signature=[tf.TensorSpec([None])]).get_concrete_function()
