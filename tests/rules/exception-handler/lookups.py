"""Handlers of exceptions that no tensor operation raises, and of those that some do."""

import tensorflow as tf

SCALES = {"a": 2.0}


# tf: same
def looked_up(x, name):  # expect: convert
    try:
        return x * SCALES[name]
    except KeyError:
        return x


# tf: same
def consumed(x):  # expect: convert
    scales = iter([1.0, 2.0])
    total = x
    try:
        while True:
            total = total * next(scales)
    except StopIteration:
        return total


# tf: raises ValueError "ValueError: Cannot reshape a tensor with 2 elements to shape"
def reshaped(x):  # expect: HYB113
    try:
        return tf.reshape(x, [3]) * SCALES["a"]
    except (KeyError, tf.errors.InvalidArgumentError):
        return x


# tf: same
def suppressed(x):  # expect: HYB113
    try:
        return x * SCALES["missing"]
    except LookupError:  # an IndexError may come from a tensor
        return x


class Model:
    def mean(self, x):
        return tf.reduce_mean(x)

    def joint(self, x):
        raise NotImplementedError


# tf: same
def spread(model, x):  # expect: convert
    try:
        centre = model.joint(x)
    except NotImplementedError:
        centre = model.mean(x)
    return x - centre


value = tf.constant([1.0, 2.0])
model = Model()
spread(model, value)
looked_up(value, "a")
looked_up(value, "b")
consumed(value)
reshaped(value)
suppressed(value)
