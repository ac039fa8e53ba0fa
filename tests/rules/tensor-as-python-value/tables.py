"""Lookups of tables that change have no known rank inside a graph."""

import tensorflow as tf

seen = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
fixed = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], tf.constant([1], tf.int64)), -1)


# tf: raises ValueError "Number of mask dimensions must be specified"
def missing(words):  # expect: HYB105
    return tf.boolean_mask(words, seen.lookup(words) < 0)


# tf: raises ValueError ""
def rows(words):  # expect: HYB105
    return tf.zeros(seen.lookup(words).shape)


# tf: same
def unknown(words):  # expect: convert
    return tf.boolean_mask(words, fixed.lookup(words) < 0)


# tf: same
def known(words):  # expect: convert
    return tf.reduce_sum(seen.lookup(words))


words = tf.constant(["a", "b"])
results = [missing(words), rows(words), unknown(words), known(words)]
