"""Variables that the first batch initialises: a graph of the first trace does it at every call, or never."""

import tensorflow as tf


class Normalised(tf.Module):
    def __init__(self):
        super().__init__()
        self.shift = tf.Variable(tf.zeros([3]))
        self.initialized = False

    # tf: differs
    def __call__(self, x):  # expect: HYB102, HYB104
        if not self.initialized:
            self.shift.assign(-tf.reduce_mean(x, 0))
            self.initialized = True
        return x + self.shift


class ByMethod(tf.Module):
    def __init__(self):
        super().__init__()
        self.shift = tf.Variable(tf.zeros([3]))
        self.initialized = False

    def _initialize(self, x):
        self.shift.assign(-tf.reduce_mean(x, 0))

    # tf: differs
    def shifted(self, x):  # expect: HYB102, HYB104
        if not self.initialized:
            self._initialize(x)
            self.initialized = True
        return x + self.shift


class MadeAndSet(tf.Module):
    def __init__(self):
        super().__init__()
        self.ready = False

    # tf: differs
    def scaled(self, x):  # expect: HYB102, HYB104, HYB108
        if not self.ready:
            self.scale = tf.Variable(tf.zeros([3]))
            self.scale.assign(tf.reduce_max(x, 0))
            self.ready = True
        return x * self.scale


class Scale(tf.keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(shape=(3,), initializer="ones")
        self.done = False

    # tf: differs
    def call(self, x):  # expect: HYB102, HYB104
        if not self.done:
            self.scale.assign(tf.reduce_max(x, 0))
            self.done = True
        return x * self.scale


class ByTensor(tf.Module):
    def __init__(self):
        super().__init__()
        self.shift = tf.Variable(tf.zeros([3]))
        self.initialized = tf.Variable(False)

    # tf: same
    def shifted(self, x):  # expect: convert
        if not self.initialized:
            self.shift.assign(-tf.reduce_mean(x, 0))
            self.initialized.assign(True)
        return x + self.shift


class MadeOnce(tf.Module):
    def __init__(self):
        super().__init__()
        self.scale = None

    # tf: same
    def scaled(self, x):  # expect: convert
        if self.scale is None:
            self.scale = tf.Variable(tf.reduce_max(x, 0))
        return x * self.scale


first = tf.constant([[1.0, 2.0, 3.0], [3.0, 2.0, 5.0]])
normalised, by_method, made, by_tensor, once = Normalised(), ByMethod(), MadeAndSet(), ByTensor(), MadeOnce()
layer = Scale()
layer.build([2, 3])
for factor in (1.0, 2.0, 5.0):
    normalised(first * factor)
    by_method.shifted(first * factor)
    made.scaled(first * factor)
    by_tensor.shifted(first * factor)
    once.scaled(first * factor)
    layer.call(first * factor)
