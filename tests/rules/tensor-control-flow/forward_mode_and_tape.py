"""Derivatives in forward mode of functions that a tape records meanwhile, and of what eager code takes apart."""

import tensorflow as tf

weights = tf.Variable([1.0, 2.0, 3.0])
ones = tf.ones(3)


# tf: raises TypeError "InternalError"
def loss(x):  # expect: undetermined HYB109
    return tf.reduce_sum(tf.sin(x) * weights * weights)


def curvature(x, direction):
    with tf.autodiff.ForwardAccumulator(weights, direction) as accumulator:
        with tf.GradientTape() as tape:
            y = loss(x)
        gradient = tape.gradient(y, weights)
    return accumulator.jvp(gradient)


# tf: raises InternalError "returned too few gradients"
def energy(x):  # expect: undetermined HYB109
    return tf.reduce_sum(x**3)


# tf: same
def inner(x):  # expect: convert
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x**4)
    return tape.gradient(y, x)


def gradient_of_derivative(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        slope = derivative(energy, x)
    return tape.gradient(slope, x)


def derivative(function, x):
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        y = function(x)
    return accumulator.jvp(y)


def derivative_alone(function, x):
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        y = function(x)
    return accumulator.jvp(y)


# tf: raises InternalError "returned too few gradients"
def own_direction(x):  # expect: undetermined HYB109
    return tf.reduce_sum(x * x * x)


def along_itself(x):
    with tf.autodiff.ForwardAccumulator(x, x) as accumulator, tf.GradientTape() as tape:
        tape.watch(x)
        y = own_direction(x)
        gradient = tape.gradient(y, x)
    return accumulator.jvp(gradient)


# tf: same
def quartic(x):  # expect: convert
    return tf.reduce_sum(x**4)


def curvature_along(x, direction):
    with tf.autodiff.ForwardAccumulator(x, direction) as accumulator:
        gradient = slope(quartic, x)
    return accumulator.jvp(gradient)


def slope(function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


@tf.custom_gradient
def scaled(x):
    y = tf.exp(x)
    return y, lambda upstream: upstream * y * 2.0


# tf: differs
def through_custom(x):  # expect: undetermined HYB109
    return scaled(x) * x


# tf: raises ValueError "without handle data"
def of_variable(v):  # expect: undetermined HYB109
    return tf.sin(v) * 2.0


# tf: same
def plain(x):  # expect: convert
    return tf.sin(x) * x


# tf: same
def with_weights(x):  # expect: convert
    return tf.sin(x) * weights


x = tf.constant([1.0, 2.0, 3.0])
results = [curvature(x, ones), gradient_of_derivative(x), along_itself(x), curvature_along(x, ones)]
results += [derivative_alone(function, x) for function in (through_custom, plain, with_weights, inner)]
with tf.autodiff.ForwardAccumulator(weights, ones) as accumulator:
    turned = of_variable(weights)
results.append(accumulator.jvp(turned))
