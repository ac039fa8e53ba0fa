"""Losses that a call leaves in its layers, for others to read; and what a call says about training further inside."""

import tensorflow as tf


class Penalty(tf.keras.layers.Layer):
    def call(self, x):
        self.add_loss(tf.reduce_sum(x))
        return x * 2.0


class Sometimes(tf.keras.layers.Layer):
    # tf: differs
    def call(self, x, training=None):  # expect: HYB102
        if training:
            self.add_loss(tf.reduce_sum(x))
        return x * 2.0


class Inner(tf.keras.layers.Layer):
    # tf: differs
    def call(self, x, training=None):  # expect: HYB102
        if training:
            self.add_loss(tf.reduce_sum(x))
        return x * 2.0


class Outer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def call(self, x):
        return self.inner(x)


layer, outer = Penalty(), Outer()
model = tf.keras.Sequential([tf.keras.layers.Input((2,)), Sometimes()])


# tf: raises TypeError "out of scope"
def leaves(x):  # expect: HYB102 "`add_loss` keeps a tensor in the layer"
    return tf.reduce_sum(layer(x))


# tf: same
def total(model, x):  # expect: convert
    model(x, training=True)
    return tf.add_n(model.losses)


# tf: same
def inner_total(x):  # expect: convert
    outer(x, training=True)
    return tf.add_n(outer.losses)


a = tf.constant([[1.0, 2.0]])
RESULTS = [leaves(a)]
RESULTS.append(tf.add_n(layer.losses) * 2.0)
RESULTS += [total(model, a), inner_total(a)]
