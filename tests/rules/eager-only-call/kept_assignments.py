"""What an assignment to a variable gives, where a graph reads it that has not made it."""

import sys

import tensorflow as tf

total = tf.Variable([0.0, 0.0])
sums = total.assign_add([1.0, 2.0])
me = sys.modules[__name__]


class Norm(tf.Module):
    def setup(self, x):
        self.bias = tf.Variable(tf.zeros([2])).assign(-tf.reduce_mean(x, 0))
        self.scale = tf.Variable(tf.zeros([2])).assign(tf.reduce_max(x, 0)).read_value()
        self.offset = tf.Variable(tf.zeros([2]))
        self.offset.assign(tf.reduce_min(x, 0))

    # tf: raises TypeError "NoneType"
    def shifted(self, x):  # expect: HYB106
        return tf.exp(x + self.bias)

    # tf: same
    def scaled(self, x):  # expect: convert
        return tf.exp(x * self.scale)

    # tf: same
    def moved(self, x):  # expect: convert
        return tf.exp(x - self.offset)


# tf: raises TypeError "NoneType"
def added(x):  # expect: HYB106
    return tf.exp(x) + sums


# tf: raises TypeError "NoneType"
def added_by_module(x):  # expect: HYB106
    return tf.exp(x) + me.sums


# tf: raises TypeError "NoneType"
def given(x, change):  # expect: HYB120
    return tf.exp(x) + change


# tf: same
def counted(x):  # expect: convert
    current = total.assign_add([1.0, 1.0])
    return tf.exp(x) + current


x = tf.constant([[0.5, 1.0], [0.0, 0.25]])
norm = Norm()
norm.setup(x)
results = [
    norm.shifted(x),
    norm.scaled(x),
    norm.moved(x),
    added(x),
    added_by_module(x),
    given(x, total.assign([0.0, 0.0])),
    counted(x),
]
