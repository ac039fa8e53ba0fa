"""The learning rate of an optimizer is a variable: to set it assigns to that, in a graph as outside."""

import tensorflow as tf

w = tf.Variable([1.0, 2.0])
rate = tf.Variable(0.5)
optimizer = tf.keras.optimizers.SGD(0.1)
scheduled, sometimes = tf.keras.optimizers.SGD(0.1), tf.keras.optimizers.SGD(0.1)
for each in (optimizer, scheduled, sometimes):
    each.build([w])


# tf: same
def step(gradient):  # expect: convert
    optimizer.learning_rate = rate * 0.5
    optimizer.apply_gradients([(gradient, w)])
    return w * 2.0


# tf: same
def step_at(gradient, given):  # expect: convert
    optimizer.learning_rate = given
    optimizer.apply_gradients([(gradient, w)])
    return optimizer.learning_rate * 2.0


# tf: same
def slowly(gradient):  # expect: convert
    optimizer.learning_rate = 0.01
    optimizer.apply_gradients([(gradient, w)])
    return w * 2.0


# tf: same
def by_schedule(gradient):  # expect: HYB102, HYB104, HYB108
    scheduled.learning_rate = tf.keras.optimizers.schedules.ExponentialDecay(0.5, 1, 0.5)
    scheduled.apply_gradients([(gradient, w)])
    return w * 2.0


def if_large(gradient):  # expect: HYB102, HYB109
    if tf.reduce_sum(gradient) > 1.0:
        sometimes.learning_rate = 0.1
    sometimes.apply_gradients([(gradient, w)])
    return w * 2.0


ones = tf.ones(2)
RESULTS = [step(ones), step_at(ones, tf.constant(0.25)), slowly(ones), if_large(ones)]
rate.assign(1.0)
RESULTS += [step(ones), step_at(ones, tf.constant(0.5)), slowly(ones), by_schedule(ones), if_large(ones * 0.1)]
rate.assign(2.0)
RESULTS += [step(ones), slowly(ones), w.read_value()]
