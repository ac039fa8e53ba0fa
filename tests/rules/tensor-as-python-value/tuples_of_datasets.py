"""A tuple that is made of a list stays a tuple in the elements of a dataset, and Keras hands such elements to a step."""

import tensorflow as tf


def halves(x):
    parts = []
    for i in range(2):
        parts.append(x / 2.0**i)
    return tuple(parts)


# tf: same
def pair(x, targets):  # expect: convert
    first, second = targets
    return tf.reduce_sum(tf.tanh(first + second * x))


# tf: same
def each(x, targets):  # expect: convert
    for target in targets:
        x = tf.tanh(x + target)
    return tf.reduce_sum(x)


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def stacked(x, targets):  # expect: HYB105
    first, second = targets
    return tf.reduce_sum(x) + first - second


rows = tf.data.Dataset.from_tensor_slices(tf.ones([4, 3]))
for example, split in rows.map(lambda x: (x, halves(x))).batch(2):
    pair(example, split)
    each(example, split)
for example in rows.batch(2):
    stacked(example, example[:, 0])
