"""Eagerly only the chosen branch runs; in a graph each is traced, whatever is chosen."""

import tensorflow as tf

log = []


def noisy(v):
    log.append(1)
    return v * 2.0


# tf: differs
def cases(x):  # expect: HYB102, HYB109
    return tf.case([(tf.reduce_sum(x) > 0.0, lambda: noisy(x))], default=lambda: x)


# tf: differs
def switches(x, i):  # expect: HYB102, HYB109
    return tf.switch_case(i, {0: lambda: x, 1: lambda: noisy(x)})


# tf: same
def quiet_cases(x):  # expect: convert
    return tf.case([(tf.reduce_sum(x) > 0.0, lambda: x * 2.0)], default=lambda: x)


# tf: same
def quiet_switches(x, i):  # expect: convert
    return tf.switch_case(i, [lambda: x, lambda: x * 2.0])


value = tf.constant([1.0, 2.0])
cases(value)
switches(value, tf.constant(1))
quiet_cases(value)
quiet_switches(value, tf.constant(1))
