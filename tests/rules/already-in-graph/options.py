"""Decorator arguments count by their values, and `tf.function` by whatever name."""

import functools

import tensorflow as tf
from tensorflow import function as graph


# tf: same, traces 3
@tf.function(reduce_retracing=False)
def not_relaxed(x):  # expect: HYB128
    return tf.reduce_sum(x)


# tf: same, traces 2
@tf.function(reduce_retracing=True)
def relaxed(x):  # expect: keep
    return tf.reduce_sum(x)


# tf: same, traces 3
@tf.function(input_signature=None)
def no_signature(x):  # expect: reconfigure HYB128
    return tf.reduce_sum(x)


# tf: same, traces 1
@graph(input_signature=(tf.TensorSpec([None], tf.float32),))
def signed(x):  # expect: keep
    return tf.reduce_sum(x)


# tf: same, traces 3
@functools.partial(tf.function, autograph=False)
def by_partial(x):  # expect: keep
    return tf.reduce_sum(x)


# tf: same
def wrapped(x):  # expect: HYB123
    return tf.reduce_sum(x) * 2.0


step = graph(wrapped, reduce_retracing=True)
not_relaxed(tf.ones([3]))
not_relaxed(tf.ones([4]))
not_relaxed(tf.ones([5]))
relaxed(tf.ones([3]))
relaxed(tf.ones([4]))
relaxed(tf.ones([5]))
no_signature(tf.ones([3]))
no_signature(tf.ones([4]))
no_signature(tf.ones([5]))
signed(tf.ones([3]))
signed(tf.ones([4]))
signed(tf.ones([5]))
by_partial(tf.ones([3]))
by_partial(tf.ones([4]))
by_partial(tf.ones([5]))
step(tf.ones([3]))
