"""Gradient descent that keeps something, and optimizers that cannot be seen: the first step makes variables."""

import keras
import tensorflow as tf

w = keras.Variable([1.0])
v = tf.Variable([1.0])
accumulating = keras.optimizers.SGD(0.1, gradient_accumulation_steps=2)
averaging = keras.optimizers.SGD(0.1, use_ema=True)
plain = keras.optimizers.SGD(0.1, use_ema=False, gradient_accumulation_steps=None)
clipped = keras.optimizers.SGD(0.1, clipnorm=1.0)
old = tf.compat.v1.train.AdamOptimizer(0.1)


def gradient(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(w * x))
    return tape.gradient(loss, w.value)


# tf: same, traces 2
def accumulate(x):  # expect: convert
    accumulating.apply_gradients([(gradient(x), w)])
    return tf.convert_to_tensor(w)


# tf: same, traces 2
def average(x):  # expect: convert
    averaging.apply_gradients([(gradient(x), w)])
    return tf.convert_to_tensor(w)


# tf: same, traces 1
def descend(x):  # expect: convert
    plain.apply_gradients([(gradient(x), w)])
    return tf.convert_to_tensor(w)


# tf: same, traces 1
def descend_in_small_steps(x):  # expect: convert
    clipped.apply_gradients([(gradient(x), w)])
    return tf.convert_to_tensor(w)


# tf: same, traces 2
def of_version_1(x):  # expect: convert unsafe
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(v * x))
    old.apply_gradients([(tape.gradient(loss, v), v)])
    return tf.identity(v)


results = []
for _ in range(3):
    data = tf.constant([2.0])
    results += [accumulate(data), average(data), descend(data), descend_in_small_steps(data), of_version_1(data)]
