"""A script that goes through the same steps again and again, as notebooks do: settings change once a step is over."""

import tensorflow as tf

WEIGHTS = tf.Variable([1.0, 2.0, 3.0])
count = 2


# tf: same
def total():  # expect: convert unsafe
    return tf.reduce_sum(WEIGHTS[:count] * 2.0)


first = [total() for _ in range(3)]
count = 3


# tf: same
def total():  # expect: convert unsafe
    return tf.reduce_sum(WEIGHTS[:count] * 3.0)


second = [total() for _ in range(3)]
count = 1


# tf: differs
def partial():  # expect: HYB104
    return tf.reduce_sum(WEIGHTS[:count] * 4.0)


third = partial()
count = 2
fourth = partial()
count = 1
