"""Attributes that are set by name, on objects that cannot be seen, between two calls."""


import tensorflow as tf


class Kernel:
    width = 2.0


kernel = globals()["Kernel"]()


def reset(target, settings):
    for name in settings:
        setattr(target, name, settings[name])


# tf: differs
def scaled(x):  # expect: HYB104 "attribute `width` is read"
    return tf.sqrt(x * kernel.width) + x


first = scaled(tf.constant([1.0, 4.0]))
reset(kernel, {"width": 9.0})
second = scaled(tf.constant([2.0, 3.0]))
