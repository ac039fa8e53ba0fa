"""Layers that keep a loss for whoever reads `losses` after the call."""

import tensorflow as tf


class Penalty(tf.keras.layers.Layer):
    # tf: raises TypeError "out of scope"
    def call(self, x):  # expect: HYB102 "`add_loss` keeps a tensor in the layer"
        self.add_loss(tf.reduce_sum(x))
        return x * 2.0


class Plain(tf.keras.layers.Layer):
    # tf: same
    def call(self, x):  # expect: convert
        return x * 2.0


# tf: same
def loss_of(x):  # expect: convert
    y = penalty(x)
    return tf.reduce_sum(y) + tf.add_n(penalty.losses)


# tf: same
def forward(x):  # expect: convert
    return plain(x)


penalty, plain = Penalty(), Plain()
data = tf.constant([1.0, 2.0])
total = tf.reduce_sum(penalty(data)) + sum(penalty.losses)
results = [loss_of(data), forward(data), plain(data)]
