"""Python that iterates over a dataset outside a `for` statement never ends inside a graph."""

import tensorflow as tf


def comprehension(dataset):  # fact: verdict=keep refusals=tensor-as-python-value
    return tf.add_n([tf.reduce_sum(batch) for batch in dataset])


def as_list(dataset):  # fact: verdict=keep refusals=tensor-as-python-value
    return tf.add_n([tf.reduce_sum(batch) for batch in list(dataset)])


def unpacked(dataset):  # fact: verdict=keep refusals=tensor-as-python-value
    first, *_ = dataset
    return tf.reduce_sum(first)


def mapped(dataset):  # fact: verdict=keep refusals=tensor-as-python-value
    return tf.add_n(list(map(tf.reduce_sum, dataset)))


def first(dataset):  # fact: verdict=keep
    return tf.reduce_sum(next(iter(dataset)))


numbers = tf.data.Dataset.from_tensor_slices(tf.reshape(tf.range(5.0), [5, 1])).batch(2)
comprehension(numbers)
as_list(numbers)
unpacked(numbers)
mapped(numbers)
first(numbers)
