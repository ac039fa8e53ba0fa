"""Constraints with settings that stay as they are."""

import keras
import tensorflow as tf


class Cap(keras.constraints.Constraint):
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, w):
        return tf.clip_by_value(w, -self.limit, self.limit)


layer = keras.layers.Dense(2, kernel_constraint=Cap(1.0), use_bias=False)
layer.build((None, 2))
other = keras.layers.Dense(2, kernel_constraint=keras.constraints.get("non_neg"), use_bias=False)
other.build((None, 2))
optimizer = keras.optimizers.SGD(0.5)
optimizer.build([layer.kernel, other.kernel])


# tf: same
def step_of_both(g):  # expect: convert
    optimizer.apply_gradients([(g, layer.kernel), (g, other.kernel)])
    return tf.reduce_sum(g)


RESULTS = []
for turn in range(3):
    RESULTS += [step_of_both(tf.ones([2, 2])), layer.kernel.numpy(), other.kernel.numpy()]
