"""Functions with a gradient of their own take keyword arguments where nothing traces them."""

import tensorflow as tf


@tf.custom_gradient
def clipped(x, limit=1.0):
    def grad(dy):
        return tf.clip_by_value(dy, -limit, limit), None

    return tf.identity(x), grad


# tf: raises ValueError "keywords arguments only when eager execution is enabled"
def by_name(x):  # expect: HYB106
    return tf.reduce_sum(clipped(x, limit=0.5) ** 2.0)


# tf: same
def by_place(x):  # expect: convert
    return tf.reduce_sum(clipped(x, 0.5) ** 2.0)


x = tf.constant([1.0, 2.0])
results = [by_name(x), by_place(x)]
