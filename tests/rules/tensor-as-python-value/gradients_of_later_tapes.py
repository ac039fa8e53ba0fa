"""Gradients between two results of one call, of tapes that were made before it and after it."""

import tensorflow as tf

w = tf.Variable([1.0, 2.0])


# tf: same
def placed(x):  # expect: convert
    h = x * w
    return h, h * h


# tf: differs
def entered_again(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def called_later(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def in_a_list(x):  # expect: HYB105, HYB137
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def of_the_first_tape(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: differs
def of_a_tape_that_others_enter(x):  # expect: HYB105
    h = x * w
    return h, tf.reduce_sum(h * h)


# tf: same
def of_two_tapes(x):  # expect: convert
    h = x * w
    return h, h * h


# tf: same
def of_a_method(x):  # expect: convert
    h = x * w
    return h, h * h


def entering(tape, x):
    with tape:
        tape.watch(x)
        return of_a_tape_that_others_enter(x)


class Equation:
    def residual(self, x):
        h, g = of_a_method(x)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch([h, g])
            y = tf.reduce_sum(h * g)
        return [tape.gradient(y, h), tape.gradient(y, g)]


def derivative(x):
    h, g = placed(x)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(h)
        tape.watch(g)
        y = tf.reduce_sum(h * g)
    return [tape.gradient(y, h), tape.gradient(y, g)]


def again(x):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
    with tape:
        tape.watch(x)
        h, y = entered_again(x)
    return [tape.gradient(y, h)]


def later(x):
    first = lambda x: called_later(x)
    with tf.GradientTape() as tape:
        tape.watch(x)
        h, y = first(x)
    return [tape.gradient(y, h)]


def listed(x):
    found = (in_a_list(each) for each in [x])
    with tf.GradientTape() as tape:
        tape.watch(x)
        ((h, y),) = found
    return [tape.gradient(y, h)]


def of_first(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        h, y = of_the_first_tape(x)
        with tf.GradientTape() as other:
            other.watch(y)
            z = y * y
    return [tape.gradient(z, h)]


def given(x):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
    h, y = entering(tape, x)
    return [tape.gradient(y, h)]


def two(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        h, g = of_two_tapes(x)
        with tf.GradientTape() as other:
            other.watch([h, g])
            y = tf.reduce_sum(h * g)
        slope = other.gradient(y, h)
    return [tape.gradient(slope, x)]


x = tf.constant([1.0, 2.0])
RESULTS = [derivative(x), again(x), later(x), listed(x), of_first(x), given(x), two(x)]
RESULTS.append(Equation().residual(x))
