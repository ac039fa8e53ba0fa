"""Functions that change gradients before an optimizer of Keras 2 takes its step."""

import tensorflow as tf
import tf_keras

SCALE = {"gradients": 1.0, "rate": 0.5}
w = tf.Variable([1.0, 2.0])
u = tf.Variable([1.0, 2.0])


def scaled(pairs):
    return [(gradient * SCALE["gradients"], variable) for gradient, variable in pairs]


def halved(pairs):
    return [(gradient * 0.5, variable) for gradient, variable in pairs]


scaling = tf_keras.optimizers.legacy.SGD(0.1, gradient_transformers=[scaled])
halving = tf_keras.optimizers.legacy.SGD(0.1, gradient_transformers=[halved])


# tf: differs
def scaled_step(g):  # expect: HYB104
    scaling.apply_gradients([(g, w)])
    return tf.reduce_sum(g)


# tf: same
def halved_step(g):  # expect: convert
    halving.apply_gradients([(g, u)])
    return tf.reduce_sum(g)


RESULTS = []
for turn in range(3):
    RESULTS += [scaled_step(tf.ones([2])), halved_step(tf.ones([2])), w.numpy(), u.numpy()]
    SCALE["gradients"] = 2.0 + turn
