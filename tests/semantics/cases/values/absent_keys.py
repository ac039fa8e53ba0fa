"""A dict has nothing under a key that it was never given, though others have."""

import tensorflow as tf


def options_of(kind):
    if kind == "plain":
        options = {"noise": tf.ones([2, 1])}
    else:
        options = {"rate": 2.0}
    return options


def scale(x, rate):  # fact: rate:unknown verdict=convert
    return tf.nn.relu(x) * rate


def run(kind, x):
    options = options_of(kind)
    if "rate" in options:
        return scale(x, options["rate"])
    return x + options["noise"]


run("plain", tf.ones([2, 2]))
run("scaled", tf.ones([2, 2]))
