"""What a class has from its metaclass: attributes and properties that the program sets between calls, and methods."""

import tensorflow as tf


class Meta(type):
    scale = 1.0
    fixed = 2.0
    count = 0

    @property
    def rate(cls):
        return 1.0 / (1.0 + Meta.count)

    def scaled(cls, x):
        return tf.exp(x) * cls.fixed


class Model(metaclass=Meta):
    pass


# tf: differs
def of_attribute(x):  # expect: HYB104
    return tf.exp(x) * Model.scale


# tf: differs
def of_property(x):  # expect: HYB104
    return tf.exp(x) * Model.rate


# tf: same
def of_method(x):  # expect: convert
    return Model.scaled(x) + Model.fixed


x = tf.ones(2)
RESULTS = []
for turn in range(3):
    RESULTS += [of_attribute(x), of_property(x), of_method(x)]
    Meta.scale = 4.0
    Meta.count += 1
