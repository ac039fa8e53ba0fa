"""What a function gains that leaves most of its work to a graph: calling that is all there is to save."""

import os

import tensorflow as tf

TURNS = int(os.environ.get("TURNS", "3"))


@tf.function
def whole(x):  # fact: verdict=keep
    for factor in (1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5):
        x = tf.exp(tf.sin(tf.cos(tf.tanh(x * factor))))
    return x


def around(x):  # fact: verdict=convert gain=low
    return whole(x) + 1.0


def the_same(x):  # fact: verdict=convert gain=low
    for factor in (1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5):
        x = tf.exp(tf.sin(tf.cos(tf.tanh(x * factor))))
    return x + 1.0


class Model(tf.keras.Model):
    @tf.function
    def call(self, x):  # fact: verdict=keep
        for factor in (1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5):
            x = tf.exp(tf.sin(tf.cos(tf.tanh(x * factor))))
        return x


model = Model()


def predicted(x):  # fact: verdict=convert gain=high
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = model(x)
    return tape.gradient(y, x)


value = tf.constant([1.0, 2.0])
for _ in range(TURNS):
    value = around(value) + the_same(value) + predicted(value)
