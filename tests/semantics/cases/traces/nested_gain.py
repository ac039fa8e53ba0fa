"""Only the outermost of nested graphs is worth a decorator: what is called in it runs inside it."""

import os

import tensorflow as tf

TURNS = int(os.environ.get("TURNS", "3"))


def smooth(x):  # fact: verdict=convert gain=none
    return tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0)))) + tf.square(x) * 3.0 - 1.0


def shared(x):  # fact: verdict=convert gain=low
    return tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0)))) + tf.square(x) * 3.0 - 1.0


def deepest(x):  # fact: verdict=convert gain=none
    return tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0)))) + tf.square(x) * 3.0 - 1.0


def deep(x):  # fact: verdict=convert gain=none
    return deepest(x) * tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0))))


def step(x):  # fact: verdict=convert gain=high
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = smooth(x) + shared(x) + deep(x)
    return x - tape.gradient(y, x)


def noisy(x):  # fact: verdict=keep gain=low
    print("called")
    return shared(x) + eager_only(x)


def eager_only(x):  # fact: verdict=convert gain=low
    return tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0)))) + tf.square(x) * 3.0 - 1.0


def given_away(x):  # fact: verdict=convert gain=low
    return tf.exp(tf.sin(tf.cos(tf.tanh(x * 2.0)))) + tf.square(x) * 3.0 - 1.0


def uses(x):  # fact: verdict=convert gain=low
    return given_away(x) + 1.0


import unseen_library

unseen_library.register(given_away)
value = tf.constant([1.0, 2.0])
for _ in range(TURNS):
    value = step(value)
    noisy(value)
    uses(value)
