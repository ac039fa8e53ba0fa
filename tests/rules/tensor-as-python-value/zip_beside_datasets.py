"""`zip` of a dataset and something else: Python asks the dataset for elements, and the graph for one past its end."""

import itertools

import tensorflow as tf

dataset = tf.data.Dataset.range(4).map(lambda t: tf.cast(t, tf.float32))
factors = [1.0, 0.5, 0.25, 0.125]


# tf: same
def datasets_alone(x):  # expect: convert
    for a, b in zip(dataset, dataset):
        x = x + a * b
    return x


# tf: raises OutOfRangeError "End of sequence"
def list_behind(x):  # expect: HYB105
    for a, k in zip(dataset, factors):
        x = x + a * k
    return x


# tf: raises OutOfRangeError "End of sequence"
def range_in_front(x):  # expect: HYB105
    for i, a in zip(range(10), dataset):
        x = x + a * float(i)
    return x


# The tracing of this one would not end.
def endless(x):  # expect: HYB105
    for a, i in zip(dataset, itertools.count()):
        x = x + a * float(i)
    return x


# tf: same
def list_within_the_dataset(x):  # expect: HYB105
    for k, a in zip(factors[:2], dataset):
        x = x + a * k
    return x


x = tf.constant(1.0)
results = [datasets_alone(x), list_behind(x), range_in_front(x), list_within_the_dataset(x)]
