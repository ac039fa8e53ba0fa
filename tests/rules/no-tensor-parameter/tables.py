"""Tables that are made from Python numbers."""

import tensorflow as tf


# tf: same, traces 3
def positional_table(length, depth):  # expect: HYB116 "no tensor reaches its parameters"
    positions = tf.range(length, dtype=tf.float32)[:, tf.newaxis]
    rates = tf.pow(10000.0, -tf.range(depth, dtype=tf.float32) / depth)
    return tf.sin(positions * rates)


# tf: same
def identity_stack(names):  # expect: HYB116
    return [tf.eye(2) for _ in names]


# tf: same
def causal_mask(scores):  # expect: convert
    size = scores.shape[-1]
    return tf.where(tf.linalg.band_part(tf.ones([size, size]), -1, 0) > 0.0, scores, -1e9)


# tf: same
def mean_of(rows):  # expect: convert
    return tf.add_n(rows) / float(len(rows))


tables = [positional_table(n, 4) for n in (2, 3, 5)]
stack = identity_stack(("query", "key"))
masked = causal_mask(tf.ones([3, 3]))
average = mean_of([tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0])])
