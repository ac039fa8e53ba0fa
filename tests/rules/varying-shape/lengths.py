"""Tensors of several lengths: one trace for each, or two with `reduce_retracing`."""

import tensorflow as tf


# tf: same, traces 3
@tf.function
def total(x):  # expect: reconfigure HYB128
    return tf.reduce_sum(tf.square(x))


# tf: same, traces 4
@tf.function
def needs_the_length(x):  # expect: HYB128
    return tf.reduce_sum(x) / x.shape[0]


# tf: same, traces 4
@tf.function
def asks_for_the_length(x):  # expect: reconfigure HYB128
    return tf.reduce_sum(x) / tf.cast(tf.shape(x)[0], tf.float32)


# tf: same, traces 2
@tf.function(reduce_retracing=True)
def relaxed(x):  # expect: keep
    return tf.reduce_sum(x)


# tf: same, traces 1
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def signed(x):  # expect: keep
    return tf.reduce_sum(x)


# tf: same, traces 2
@tf.function
def last_batch(x):  # expect: keep
    return tf.reduce_sum(x)


# tf: differs
@tf.function
def prints(x):  # expect: HYB101, HYB128
    print("traced")
    return tf.reduce_sum(x)


a, b, c, d = tf.ones([3]), tf.ones([4]), tf.ones([5]), tf.ones([6])
total(a)
total(b)
total(c)
for value in (a, b, c, d):
    needs_the_length(value)
    asks_for_the_length(value)
    relaxed(value)
    signed(value)
    prints(value)
last_batch(a)
last_batch(b)
