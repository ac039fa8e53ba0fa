"""The variables of a model, listed before or behind the call that creates them."""

import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2, kernel_initializer="ones")

    def call(self, x):
        return self.dense(x)


early, late, built, single = Net(), Net(), Net(), tf.keras.layers.Dense(2, kernel_initializer="ones")
built(tf.ones([1, 2]))


# tf: differs
def listed_before(x):  # expect: undetermined HYB125
    variables = early.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(early(x))
    return tape.gradient(loss, variables)


# tf: differs
def layer_before(x):  # expect: undetermined HYB125
    weights = single.trainable_weights
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(single(x))
    return tape.gradient(loss, weights)


# tf: same
def listed_behind(x):  # expect: convert
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(late(x))
    return tape.gradient(loss, late.trainable_variables)


# tf: same
def listed_when_built(x):  # expect: convert
    variables = built.trainable_variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(built(x))
    return tape.gradient(loss, variables)


features = tf.ones([1, 2])
listed_before(features)
layer_before(features)
listed_behind(features)
listed_when_built(features)
