"""Python numbers that a `tf.function` gets: how many of them, from where."""

import tensorflow as tf


# tf: same, traces 30
@tf.function
def train_step(weights, gradient, epoch):  # expect: remove unsafe HYB117
    return weights - gradient * (0.1 / (1.0 + epoch))


# tf: same, traces 12
@tf.function(reduce_retracing=True)
def batch_step(weights, gradient, epoch):  # expect: HYB117
    return weights - gradient * (0.1 / (1.0 + epoch))


# tf: same, traces 1
@tf.function(reduce_retracing=True)
def one_rate(weights, gradient, rate):  # expect: keep
    return weights - gradient * rate


# tf: same, traces 3
@tf.function
def few_levels(weights, level):  # expect: keep
    return weights * float(level)


# tf: same, traces 1
@tf.function
def as_tensor(weights, gradient, epoch):  # expect: keep
    return weights - gradient * (0.1 / (1.0 + epoch))


# tf: same, traces 1
@tf.function(input_signature=[tf.TensorSpec([2]), tf.TensorSpec([2]), tf.TensorSpec([])])
def signed(weights, gradient, epoch):  # expect: remove unsafe
    return weights - gradient * (0.1 / (1.0 + epoch))


point = tf.constant([1.0, -1.0])
slope = tf.constant([0.5, 0.25])
for number in range(30):
    point = train_step(point, slope, number)
    point = signed(point, slope, float(number))

for number in range(12):
    for _ in range(3):
        point = batch_step(point, slope, number)
        point = one_rate(point, slope, 0.1)

for number in range(3):
    point = few_levels(point, number)

for number in tf.range(30.0):
    point = as_tensor(point, slope, number)
