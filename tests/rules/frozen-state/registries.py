"""Registries that are filled before the program comes to their readers, and state that changes a second time later."""

import tensorflow as tf

LOSSES = {}
SCALES = {}
PARTS = []
ORDER = []
RATES = {}


def register(name):
    def keep(function):
        LOSSES[name] = function
        return function

    return keep


def add_part(part):
    PARTS.append(part)


def add_late(part):
    ORDER.append(part)


def start():
    SCALES["all"] = 1.0
    RATES["all"] = 1.0


class Defaults:
    def __init__(self):
        start()


def set_scale(scale):
    SCALES["all"] = scale


@register("square")
def square(x):
    return x * x


@register("absolute")
def absolute(x):
    return tf.abs(x)


for number in (1.0, 2.0):
    add_part(number)


# tf: same
def total(x):  # expect: convert unsafe
    return tf.add_n([loss(x) for loss in LOSSES.values()])


# tf: same
def summed(x):  # expect: convert unsafe
    return x + tf.add_n([x * part for part in PARTS])


# tf: differs
def late(x):  # expect: HYB104
    return x * float(len(ORDER))


# tf: differs
def scaled(x):  # expect: HYB104
    return x * SCALES["all"]


# tf: same
def rated(x):  # expect: convert unsafe
    return x * RATES["all"]


def program():
    Defaults()
    x = tf.constant([1.0, -2.0])
    for step in range(3):
        total(x)
        summed(x)
        scaled(x)
        rated(x)
        set_scale(float(step) + 2.0)


add_late(1.0)
program()
late(tf.constant([1.0, 2.0]))
add_late(2.0)
late(tf.constant([1.0, 2.0]))
