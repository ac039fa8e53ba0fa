"""Generators and coroutines under `tf.function`."""

import tensorflow as tf


# tf: raises TypeError "To be compatible with tf.function, Python functions must ret"
@tf.function
def parts(x):  # expect: HYB119
    yield x * 2.0


# tf: raises TypeError "To be compatible with tf.function, Python functions must ret"
@tf.function(reduce_retracing=True)
async def fetch(x):  # expect: HYB119
    return x * 2.0


# tf: same
@tf.function
def listed(x):  # expect: keep
    return [x * 2.0, x * 3.0]


values = tf.constant([1.0, 2.0])
for action in (lambda: list(parts(values)), lambda: fetch(values).close()):
    try:
        action()
    except TypeError:
        pass
listed(values)
