"""A name that is bound to something else later: a function, another variable."""

import tensorflow as tf

activation = tf.nn.relu


# tf: differs
def calls_global_function(x):  # expect: HYB104
    return activation(x - 1.5)


# tf: same
def calls_constant_function(x):  # expect: convert
    return tf.nn.relu(x - 1.5)


class Net:
    def __init__(self):
        self.w = tf.Variable(1.0)

    # tf: differs
    def by_variable(self, x):  # expect: HYB104
        return x * self.w

    def replace(self):
        self.w = tf.Variable(7.0)


net = Net()


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    calls_global_function(value)
    calls_constant_function(value)
    net.by_variable(value)
    activation = tf.square
    net.replace()
