"""A learning rate that decays with the epoch."""

import tensorflow as tf


# tf: same, traces 40
def decayed_step(weights, gradient, epoch):  # expect: HYB117 "`epoch`, passed at decay.py:26, takes 40 Python values: 0, 1, 2, 3, … → 40 traces"
    rate = 0.1 / (1.0 + epoch)
    return weights - rate * gradient


# tf: same, traces 1
def decayed_step_tensor(weights, gradient, epoch):  # expect: convert
    rate = 0.1 / (1.0 + epoch)
    return weights - rate * gradient


# tf: same, traces 2
def scaled(weights, factor):  # expect: convert
    return weights * factor + tf.reduce_mean(weights)


point = tf.constant([1.0, -1.0])
slope = tf.constant([0.5, 0.25])
for number in range(40):
    point = decayed_step(point, slope, number)

for position in tf.range(40.0):
    point = decayed_step_tensor(point, slope, position)

half = scaled(point, 0.5)
double = scaled(half, 2.0)
