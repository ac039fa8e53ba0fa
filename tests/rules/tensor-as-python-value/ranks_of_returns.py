"""Ranks of what several `return`s give, of which the value of a tensor chooses one."""

import json

import tensorflow as tf

dense = tf.keras.layers.Dense(3)


def blended(first: tf.Tensor, second: tf.Tensor, factor):
    if factor == 0.0:
        return tf.convert_to_tensor(first)
    if factor == 1.0:
        return tf.convert_to_tensor(second)
    return first + factor * (second - first)


def chosen(x, factor):
    if factor == 0.0:
        return x
    return x[0]


# tf: same
def of_one_rank(first: tf.Tensor, second: tf.Tensor, factor):  # expect: convert unsafe
    return dense(blended(first, second, factor))


# tf: differs
def of_two_ranks(x, factor):  # expect: convert unsafe
    return tf.exp(x) * float(chosen(x, factor).shape.rank or 7)


x = tf.constant(json.loads("[[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4]]"))
for _ in range(3):
    of_one_rank(x, -x, tf.constant(0.5))
    of_two_ranks(x, tf.constant(0.5))
