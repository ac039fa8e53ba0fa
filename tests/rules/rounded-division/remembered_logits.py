"""Keras' crossentropies compute with the logits that Keras remembers of a sigmoid or softmax, which no graph hands on."""

import keras
import tensorflow as tf

net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2, "softmax", kernel_initializer="identity")])
hidden = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2, "relu", kernel_initializer="identity")])
by_index = keras.losses.SparseCategoricalCrossentropy()
by_class = keras.losses.CategoricalCrossentropy()


class Heads(keras.Model):
    def __init__(self):
        super().__init__()
        self.head = keras.layers.Dense(2, keras.activations.sigmoid, kernel_initializer="identity")

    def call(self, x):
        return self.head(x)


heads = Heads()


# tf: differs
def predict(x):  # expect: convert unsafe
    return net(x)


# tf: differs
def loss_of(y, p):  # expect: convert unsafe
    return by_index(y, p)


# tf: differs
def in_dict(x):  # expect: convert unsafe
    return {"probabilities": keras.ops.sigmoid(x)}


# tf: differs
def both(x):  # expect: convert unsafe
    return heads(x), tf.reduce_sum(x)


# tf: differs
def by_tensorflow(y, x):  # expect: convert unsafe
    return by_class(y, tf.nn.softmax(x))


# tf: same
def shown(x):  # expect: convert
    return net(x)


# tf: same
def features(x):  # expect: convert
    return hidden(x)


# tf: same
def squared(y, p):  # expect: convert
    return keras.losses.mean_squared_error(y, p)


# tf: same
def train_loss(y, x):  # expect: convert
    p = net(x)
    return by_index(y, p), tf.argmax(p, -1)


# tf: same
def scaled(x):  # expect: convert
    return net(x) * 1.0


x, labels = tf.constant([[60.0, 0.0], [0.0, 30.0]]), tf.constant([1, 0])
rows = tf.constant([[0.0, 1.0], [1.0, 0.0]])
results = [loss_of(labels, predict(x)), keras.losses.binary_crossentropy(rows, in_dict(x)["probabilities"])]
results += [keras.ops.binary_crossentropy(rows, both(x)[0]), by_tensorflow(rows, x), shown(x), squared(rows, net(x))]
results += [by_class(rows, features(x)), train_loss(labels, x), by_class(rows, scaled(x))]
