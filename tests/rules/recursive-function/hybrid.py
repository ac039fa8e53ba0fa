"""A `tf.function` that calls itself: every depth is a trace, where it ends at all."""

import tensorflow as tf


# tf: same, traces 3
@tf.function
def power(x, n):  # expect: HYB111
    if n == 0:
        return tf.ones_like(x)
    return x * power(x, n - 1)


# tf: raises StagingError "RecursionError: maximum recursion depth exceeded"
@tf.function(reduce_retracing=True)
def halve(x):  # expect: HYB111
    if tf.reduce_sum(x) < 1.0:
        return x
    return halve(x / 2.0)


# tf: same, traces 1
@tf.function
def power_in_a_loop(x, n):  # expect: keep
    result = tf.ones_like(x)
    for _ in range(n):
        result = result * x
    return result


class Around(tf.keras.layers.Layer):
    """A layer around a layer, which could be another one of its class."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    # tf: same
    @tf.function
    def call(self, x):  # expect: keep
        return self.inner(x) * 2.0


value = tf.constant([1.0, 2.0])
around = Around(Around(tf.keras.layers.Activation("relu")))
around(value[tf.newaxis])
power(value, 2)
power_in_a_loop(value, 2)
try:
    halve(value)
except Exception as error:
    print("halve: ", type(error).__name__)
