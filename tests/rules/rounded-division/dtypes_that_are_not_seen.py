"""A quotient that is cast to a dtype which cannot be seen: it is rounded only if that is one of integers."""

import json

import tensorflow as tf

NAMES = json.loads('{"loss": "float32", "count": "int32"}')


# tf: same
def weighted(x, labels):  # expect: convert unsafe
    weight = tf.reduce_sum(labels) / 7.0
    y = tf.cast(x, NAMES["loss"])
    return y * tf.cast(weight, y.dtype)


# tf: same
def counted(x, labels):  # expect: HYB115
    weight = tf.reduce_sum(labels) / 49.0
    return x * tf.cast(tf.cast(weight, tf.int32), tf.float32)


x, labels = tf.ones([3]), tf.fill([49], 1.0)
for _ in range(3):
    weighted(x, labels)
    counted(x, labels)
