"""Variables that get a constraint between two steps of their optimizer."""

import keras
import tensorflow as tf

early, late = keras.Variable([1.0, 2.0]), keras.Variable([1.0, 2.0])
optimizer = keras.optimizers.SGD(0.1)
optimizer.build([early, late])


# tf: differs
def step(g):  # expect: HYB104
    optimizer.apply_gradients([(g, early), (g, late)])
    return tf.reduce_sum(g)


RESULTS = []
for turn in range(3):
    RESULTS += [step(tf.constant([10.0, 20.0])), early.numpy(), late.numpy()]
    late.constraint = keras.constraints.NonNeg()
