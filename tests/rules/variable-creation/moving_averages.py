"""Moving averages make a variable for each when they are first applied, in a graph of its initial value; they write no file."""

import tensorflow as tf

weight, bias = tf.Variable([1.0, 2.0]), tf.Variable(3.0)
first = tf.train.ExponentialMovingAverage(0.9)
second = tf.train.ExponentialMovingAverage(0.5)


class Averaged:
    def __init__(self):
        self.ema = tf.train.ExponentialMovingAverage(0.99)
        self.ema.apply([weight, bias])

    # tf: same
    def update(self):  # expect: convert
        self.ema.apply([weight, bias])

    # tf: same
    def load(self):  # expect: convert
        for variable in (weight, bias):
            variable.assign(self.ema.average(variable))


# tf: differs
def step(x):  # expect: HYB108
    weight.assign_add(x)
    first.apply([weight, bias])
    return first.average(weight) * 1.0


def sometimes(x):  # expect: HYB108
    if tf.reduce_sum(x) > 1.0:
        second.apply([weight])
    return x * 2.0


averaged = Averaged()
for number in range(3):
    step(tf.constant([1.0, float(number)]))
    averaged.update()
    averaged.load()
    sometimes(tf.constant([float(number)]))
