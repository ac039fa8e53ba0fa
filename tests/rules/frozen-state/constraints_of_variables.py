"""Constraints of variables, which each step of an optimizer calls, and callable objects as learning rates."""

import keras
import tensorflow as tf


class Cap(keras.constraints.Constraint):
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, w):
        return tf.clip_by_value(w, -self.limit, self.limit)


class Rate:
    def __init__(self):
        self.value = 0.1

    def __call__(self):
        return self.value


LIMITS = {"function": 1.0}
cap, largest = Cap(1.0), keras.constraints.MaxNorm(1.0)
layer = keras.layers.Dense(2, kernel_constraint=cap, use_bias=False)
layer.build((None, 2))
in_norm = keras.Variable([1.0, 2.0])
in_norm.constraint = largest
by_function = keras.Variable([1.0, 2.0])
by_function.constraint = lambda w: tf.clip_by_value(w, 0.0, LIMITS["function"])
rate, rated = Rate(), keras.Variable([1.0, 2.0])
of_rate = keras.optimizers.SGD(rate)
of_rate.build([rated])
optimizer = keras.optimizers.SGD(0.5)
optimizer.build([layer.kernel, in_norm, by_function])


# tf: differs
def step_of_layer(g):  # expect: HYB104
    optimizer.apply_gradients([(tf.stack([g, g]), layer.kernel)])
    return tf.reduce_sum(g)


# tf: differs
def step_in_norm(g):  # expect: HYB104
    optimizer.apply_gradients([(g, in_norm)])
    return tf.reduce_sum(g)


# tf: differs
def step_by_function(g):  # expect: HYB104
    optimizer.apply_gradients([(g, by_function)])
    return tf.reduce_sum(g)


# tf: differs
def step_of_rate(g):  # expect: HYB104
    of_rate.apply_gradients([(g, rated)])
    return tf.reduce_sum(g)


RESULTS = []


def main():
    g = tf.constant([-1.0, -1.0])
    for turn in range(3):
        RESULTS.extend([step_of_layer(g), step_in_norm(g), step_by_function(g), step_of_rate(g)])
        RESULTS.extend([v.numpy() for v in (layer.kernel, in_norm, by_function, rated)])
        cap.limit = 0.2
        largest.max_value = 0.3
        LIMITS["function"] = 0.4
        rate.value = 0.7


main()
