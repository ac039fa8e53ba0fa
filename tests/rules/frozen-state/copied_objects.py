"""Attributes that are set by name, on objects that cannot be seen, where these are made, copied and restored."""

import copy

import tensorflow as tf


class Kernel:
    def __init__(self, **options):
        for name in options:
            setattr(self, name, options[name])

    def __deepcopy__(self, memo):
        made = self.__class__.__new__(self.__class__)
        for name, value in self.__dict__.items():
            setattr(made, name, value)
        return made


kernel = globals()["Kernel"](width=2.0)


# tf: same
def scaled(x):  # expect: convert unsafe
    return tf.sqrt(x * kernel.width) + x


first = scaled(tf.constant([1.0, 4.0]))
other = copy.deepcopy(kernel)
second = scaled(tf.constant([2.0, 3.0]))
