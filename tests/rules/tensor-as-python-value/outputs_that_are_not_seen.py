"""A model around a layer that cannot be seen gives a tensor or several: where it is unpacked, they are several."""

import importlib

import tensorflow as tf

made = importlib.import_module("keras").layers


class Halves(tf.keras.layers.Layer):
    def call(self, x):
        return x[:, :2], x[:, 2:]


def registered(name):
    return {"halves": Halves, "dense": made.Dense}[name]


inputs = tf.keras.Input([4])
TWO = tf.keras.Model(inputs, vars(made).get("Halves", Halves)()(inputs))


def build(several):
    x = tf.keras.Input([4])
    y = tf.keras.layers.Dense(2)(x)
    return tf.keras.Model(x, [y, y * 2.0] if several else y)


SEVERAL = build(len(tf.config.list_logical_devices("CPU")) > 0)
ONE = build(len(tf.config.list_logical_devices("CPU")) > 7)


# tf: same
def halves(x):  # expect: convert unsafe
    left, right = TWO(x)
    return left - right


# tf: same
def first_of_several(x):  # expect: convert unsafe
    logits, _ = SEVERAL(x)
    return tf.nn.softmax(logits)


# tf: raises OperatorNotAllowedInGraphError "Iterating over a symbolic"
def rows(x):  # expect: HYB105
    first, second = tf.reshape(ONE(x), [2, -1])
    return first + second


# tf: same
def whole(x):  # expect: convert
    return tf.nn.softmax(ONE(x))


x = tf.ones([2, 4])
for _ in range(3):
    halves(x)
    first_of_several(x)
    rows(x)
    whole(x)
