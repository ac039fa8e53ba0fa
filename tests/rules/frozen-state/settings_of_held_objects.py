"""Settings of objects of Keras that other objects of Keras hold: schedules, inner optimizers, activations."""

import keras
import tensorflow as tf


def made(optimizer):
    variable = keras.Variable([1.0, 2.0])
    optimizer.build([variable])
    return variable, optimizer


class Warmup(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self):
        self.peak = 0.1

    def __call__(self, step):
        return self.peak / (tf.cast(step, tf.float32) + 1.0)


decay = keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)
steady = keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)
given_later = keras.optimizers.schedules.InverseTimeDecay(0.1, 1, 0.5)
warmup = Warmup()
inner = keras.optimizers.SGD(0.1)
leaky = keras.layers.LeakyReLU(negative_slope=0.1)
of_decay, with_decay = made(keras.optimizers.SGD(decay))
of_steady, with_steady = made(keras.optimizers.SGD(learning_rate=steady))
of_later, with_later = made(keras.optimizers.SGD(0.1))
with_later.learning_rate = given_later
of_warmup, with_warmup = made(keras.optimizers.SGD(warmup))
of_inner, with_inner = made(keras.optimizers.LossScaleOptimizer(inner, initial_scale=1.0))
activated = keras.layers.Dense(2, activation=leaky)
activated.build((None, 2))


# tf: differs
def by_schedule(g):  # expect: HYB104
    with_decay.apply_gradients([(g, of_decay)])
    return tf.reduce_sum(g)


# tf: differs
def rate_of_schedule(g):  # expect: HYB104
    return g * with_decay.learning_rate


# tf: same
def by_steady_schedule(g):  # expect: convert
    with_steady.apply_gradients([(g, of_steady)])
    return tf.reduce_sum(g)


# tf: same
def rate_of_steady_schedule(g):  # expect: convert
    return g * with_steady.learning_rate


# tf: differs
def by_schedule_given_later(g):  # expect: HYB104
    with_later.apply_gradients([(g, of_later)])
    return tf.reduce_sum(g)


# tf: differs
def rate_of_own_schedule(g):  # expect: HYB104
    return g * with_warmup.learning_rate


# tf: differs
def by_inner_optimizer(g):  # expect: HYB104
    with_inner.apply_gradients([(g, of_inner)])
    return tf.reduce_sum(g)


# tf: differs
def by_activation(g):  # expect: HYB104
    return activated(tf.expand_dims(g, 0)) - g


RESULTS = []
g = tf.constant([1.0, -2.0])
for turn in range(3):
    RESULTS += [by_schedule(g), rate_of_schedule(g), by_steady_schedule(g), rate_of_steady_schedule(g)]
    RESULTS += [by_schedule_given_later(g), rate_of_own_schedule(g), by_inner_optimizer(g), by_activation(g)]
    RESULTS += [v.numpy() for v in (of_decay, of_steady, of_later, of_warmup, of_inner)]
    decay.decay_rate = 0.9
    given_later.decay_rate = 0.9
    warmup.peak = 0.5
    inner.clipnorm = 0.1
    leaky.negative_slope = 0.5
