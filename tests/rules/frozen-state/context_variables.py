"""Context variables, which the program sets between calls."""

import contextvars

import tensorflow as tf

SCALE = contextvars.ContextVar("scale", default=1.0)
SHIFT = contextvars.ContextVar("shift", default=0.5)
SETTING = contextvars.ContextVar("setting", default=2.0)


# tf: differs
def scaled(x):  # expect: HYB104
    return tf.exp(x) * SCALE.get()


# tf: same
def shifted(x):  # expect: convert
    return tf.exp(x) + SHIFT.get()


# tf: differs
def within(x):  # expect: HYB104
    return tf.exp(x) * SETTING.get()


RESULTS = []


def main():
    x = tf.ones([2])
    for turn in range(3):
        RESULTS.extend([scaled(x), shifted(x), within(x)])
        SCALE.set(2.0 + turn)
        token = SETTING.set(3.0)
        RESULTS.append(within(x))
        SETTING.reset(token)


main()
