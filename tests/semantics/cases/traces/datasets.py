"""The elements of a dataset; the last batch may be smaller."""

import tensorflow as tf


# tf: traces 2
def partial_batch(x):  # fact: traces=2
    return tf.reduce_sum(x)


# tf: traces 1
def full_batches(x):  # fact: traces=1
    return tf.reduce_sum(x)


# tf: traces 1
def dropped_remainder(x):  # fact: traces=1
    return tf.reduce_sum(x)


# tf: traces 2
def pairs(x, y):  # fact: traces=2
    return tf.reduce_sum(x) + tf.reduce_sum(y)


# tf: traces 1
def repeated(x):  # fact: traces=1
    return tf.reduce_sum(x)


# tf: traces 1
def elements(x):  # fact: traces=1
    return x * 2.0


data = tf.zeros((10, 3))
labels = tf.zeros((10,))
for batch in tf.data.Dataset.from_tensor_slices(data).batch(4):
    partial_batch(batch)
for batch in tf.data.Dataset.from_tensor_slices(data).batch(5):
    full_batches(batch)
for batch in tf.data.Dataset.from_tensor_slices(data).batch(4, drop_remainder=True):
    dropped_remainder(batch)
for x, y in tf.data.Dataset.from_tensor_slices((data, labels)).shuffle(10).batch(4):
    pairs(x, y)
for batch in tf.data.Dataset.from_tensor_slices(data).repeat().batch(4).take(5):
    repeated(batch)
for element in tf.data.Dataset.from_tensor_slices(data):
    elements(element)
