"""Loops over datasets: `for` becomes a graph loop, other iteration stays in Python."""

import tensorflow as tf

COUNT = tf.Variable(0.0)


# tf: same
def totals(dataset):  # expect: convert
    total = tf.zeros([])
    for batch in dataset:
        total = total + tf.reduce_sum(batch)
    return total


# tf: same
def takes(dataset):  # expect: convert
    total = tf.zeros([])
    for batch in dataset.take(2):
        total = total + tf.reduce_sum(batch)
    return total


# tf: same
def pairs(dataset):  # expect: convert
    total = tf.zeros([])
    for left, right in zip(dataset, dataset):
        total = total + tf.reduce_sum(left * right)
    return total


# tf: same
def writes(dataset):  # expect: convert
    for batch in dataset:
        COUNT.assign_add(tf.reduce_sum(batch))
    return COUNT.read_value()


# tf: raises TypeError "TypeError: Input 'y' of 'Mul' Op has type int64 that does no"
def counts(dataset):  # expect: HYB109
    total = tf.zeros([])
    for index, batch in enumerate(dataset):
        total = total + tf.reduce_sum(batch) * index
    return total


# tf: raises ValueError "must be defined before the loop"
def last(dataset):  # expect: HYB109
    for batch in dataset:
        result = tf.reduce_sum(batch)
    return result


# tf: raises NotImplementedError "NotImplementedError: a return statement cannot be placed ins"
def returns(dataset):  # expect: HYB109
    for batch in dataset:
        return tf.reduce_sum(batch)
    return tf.zeros([])


# tf: same
def length(dataset, x):  # expect: HYB106
    return x * float(len(dataset))


numbers = tf.data.Dataset.from_tensor_slices(tf.constant([[0.0], [1.0], [2.0], [3.0], [4.0]])).batch(2)
totals(numbers)
takes(numbers)
pairs(numbers)
writes(numbers)
counts(numbers)
last(numbers)
returns(numbers)
length(numbers, tf.constant(2.0))
