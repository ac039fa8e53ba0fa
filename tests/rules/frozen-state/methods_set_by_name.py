"""Attributes are set by name on objects that cannot be seen, whose methods are called."""

import json

import tensorflow as tf


class Kernel:
    def __init__(self):
        self.label = "first"
        self.scale = 1.0

    def widened(self, x):
        return x * 2.0

    def shrunk(self, x):
        return x / 2.0


kernel = globals()["Kernel"]()


def configure(target, settings):
    for name in settings:
        setattr(target, name, settings[name])


def replace(target, method):
    target.shrunk = method


# tf: same
def by_method(x):  # expect: convert unsafe
    return tf.sqrt(kernel.widened(x)) + x


# tf: differs
def by_replaced_method(x):  # expect: HYB104 "attribute `shrunk` is read"
    return tf.sqrt(kernel.shrunk(x)) + x


# tf: differs
def by_kept_method(x):  # expect: HYB104
    method = kernel.shrunk
    return tf.sqrt(method(x)) + x


# tf: differs
def by_value(x):  # expect: HYB104 "attribute `scale` is read"
    return tf.sqrt(x * kernel.scale) + x


by_value(tf.constant([1.0, 4.0]))
by_method(tf.constant([1.0, 4.0]))
by_replaced_method(tf.constant([1.0, 4.0]))
by_kept_method(tf.constant([1.0, 4.0]))
configure(kernel, json.loads('{"label": "second", "scale": 4.0}'))
replace(kernel, lambda x: x * 8.0)
by_value(tf.constant([2.0, 3.0]))
by_method(tf.constant([2.0, 3.0]))
by_replaced_method(tf.constant([2.0, 3.0]))
by_kept_method(tf.constant([2.0, 3.0]))
