"""Layers that are not told whether they train do as the layer call around them, and a graph as its first call did."""

import tensorflow as tf


class Untold(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.norm = tf.keras.layers.BatchNormalization(momentum=0.5)
        self.norm.build([None, 2])

    # tf: differs
    def call(self, x):  # expect: undetermined HYB103
        return self.norm(x) * 2.0


class Told(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.norm = tf.keras.layers.BatchNormalization(momentum=0.5)
        self.norm.build([None, 2])

    # tf: same
    def call(self, x, training=False):  # expect: convert
        return self.norm(x, training=training) * 2.0


class ByContext(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.norm = tf.keras.layers.BatchNormalization(momentum=0.5)
        self.norm.build([None, 2])

    # tf: differs
    def features(self, x):  # expect: undetermined HYB103
        return self.norm(x) + 1.0

    # tf: same
    def call(self, x, training=False):  # expect: convert
        return self.features(x) * 2.0


UNTOLD, TOLD, CONTEXT = Untold(), Told(), ByContext()


# tf: same
def step(x):  # expect: convert
    return tf.reduce_sum(UNTOLD(x, training=True)) + tf.reduce_sum(CONTEXT(x, training=True))


# tf: same
def outside(x):  # expect: convert
    return TOLD.norm(x) * 2.0


X = tf.constant([[1.0, -2.0], [3.0, 5.0]])
for training in (True, False, True):
    UNTOLD(X, training=training)
    TOLD(X, training=training)
    CONTEXT(X, training=training)
    step(X)
    outside(X)
