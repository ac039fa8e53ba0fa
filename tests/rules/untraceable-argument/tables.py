"""Lookup tables as arguments: one trace for each of them, which has the table itself."""

import tensorflow as tf

keys, values = ["a", "b"], [1, 2]
static = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), -1)
growing = tf.lookup.experimental.MutableHashTable(tf.string, tf.int32, -1)


# tf: same
def looked_up(table, words):  # expect: convert
    return table.lookup(words) * 2


# tf: same
def inserted(table, words):  # expect: convert
    table.insert(words, tf.ones_like(words, tf.int32))
    return table.size()


words = tf.constant(["a", "z"])
results = [looked_up(static, words), looked_up(growing, words), inserted(growing, words), looked_up(growing, words)]
