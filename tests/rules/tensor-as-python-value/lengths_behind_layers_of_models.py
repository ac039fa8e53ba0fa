"""Models of layers of the program, for inputs of a size that is not seen: which lengths of theirs a graph may not know."""

import json

import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(tf.reshape(tf.range(60.0), [5, 4, 3]) / 60.0).batch(2).repeat()
size, classes = json.loads("[[null, 3], 2]")


class Distance(tf.keras.layers.Layer):
    def __init__(self, classes):
        super().__init__()
        self.classes = classes

    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(shape[-1], self.classes), initializer="ones")

    def call(self, x):
        return -tf.norm(tf.expand_dims(x, -1) - tf.expand_dims(self.kernel, 0), axis=1)


class Steps(tf.keras.layers.Layer):
    def __init__(self, classes):
        super().__init__()
        self.classes = classes

    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(self.classes,), initializer="ones")

    def call(self, x):
        return tf.expand_dims(tf.reduce_sum(x, axis=2), -1) * self.kernel


def distances(size):
    inputs = tf.keras.layers.Input(shape=size)
    x = tf.keras.layers.GlobalAveragePooling1D()(inputs)
    return tf.keras.Model(inputs, Distance(classes)(x))


def steps(size):
    inputs = tf.keras.layers.Input(shape=size)
    return tf.keras.Model(inputs, Steps(classes)(inputs))


model, sums = distances(size), steps((None, 3))


def cut(x):
    return x[:, : tf.cast(tf.reduce_sum(x), tf.int32) % 3 + 2]


def some(x):
    return x[: tf.cast(tf.reduce_sum(x), tf.int32) % 2 + 1]


# tf: same
def scaled(x):  # expect: convert
    y = model(cut(x))
    return y * tf.cast(y.shape[1], tf.float32)


# tf: differs
def by_batch(x):  # expect: HYB105
    y = model(some(x))
    return y * float(y.shape[0] or 7)


# tf: same
def by_class(x):  # expect: convert
    y = sums(cut(x))
    return y * float(y.shape[2])


# tf: differs
def by_steps(x):  # expect: HYB105
    y = sums(cut(x))
    return y * float(y.shape[1] or 7)


for batch in data.take(6):
    for function in (scaled, by_batch, by_class, by_steps):
        print(function(batch).shape)
