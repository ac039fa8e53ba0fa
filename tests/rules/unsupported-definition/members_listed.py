"""Programs that list the methods of an object, or show the source of a function: its results are the same, the lists are not."""

import inspect

import tensorflow as tf


class Model:
    def forward(self, x):  # expect: HYB119
        return tf.tanh(x)


class Other:
    # tf: same
    def forward(self, x):  # expect: convert
        return tf.tanh(x)


def tripled(x):  # expect: HYB119
    return x * 3.0


model, other = Model(), Other()
results = [model.forward(tf.ones(2)), other.forward(tf.ones(2)), tripled(tf.ones(2))]
methods = [name for name, _ in inspect.getmembers(model, inspect.ismethod)]
lines = len(inspect.getsource(tripled).splitlines())
