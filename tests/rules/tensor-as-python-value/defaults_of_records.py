"""Defaults of `tf.io.decode_csv`: a list of tensors is taken in a graph, too."""

import tensorflow as tf


# tf: same
def with_tensors(line):  # expect: convert
    defaults = [tf.constant([0.0]), tf.constant([], dtype=tf.float32)]
    return tf.stack(tf.io.decode_csv(line, record_defaults=defaults))


# tf: same
def with_both(line):  # expect: convert
    return tf.stack(tf.io.decode_csv(line, [1.0] * 1 + [tf.constant([], dtype=tf.float32)]))


first = with_tensors(tf.constant("4.2,3.0"))
second = with_both(tf.constant("4.2,3.0"))
