"""Functions that graphs with open lengths call, and other code calls, too: the graph with the open lengths serves all calls."""

import tensorflow as tf

x = tf.ones((2, 2))


@tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
def of_any_length(y):
    return weighted(y) + branched(y) + flattened(y) + through(y) + wide(y)


@tf.function(reduce_retracing=True)
def relaxed(y):
    return counted(y) + wide(y)


@tf.function
def as_given(y):
    return alone(y)


# tf: differs
def weighted(y):  # expect: HYB105
    return tf.reduce_sum(y) * float(y.shape[0] or 1)


# tf: differs
def branched(y):  # expect: HYB105
    return tf.reduce_sum(y) if y.shape[0] is None else tf.reduce_sum(y) * 5.0


def length(y):
    number = y.shape[0]
    if number is None:
        number = -1
    return number


# tf: differs
def through(y):  # expect: HYB105
    return tf.reduce_sum(y) * float(length(y))


# tf: same
def flattened(y):  # expect: convert
    number = y.shape[0]
    if number is None:
        number = tf.shape(y)[0]
    return tf.reduce_sum(tf.reshape(y, [number * 2]))


# tf: same
def wide(y):  # expect: convert
    return tf.reduce_sum(tf.exp(y)) * float(y.shape[1] or 1)


# tf: differs
def counted(y):  # expect: HYB105
    return tf.reduce_sum(y) * float(y.shape[0] or 1)


# tf: same
def alone(y):  # expect: convert
    return tf.reduce_sum(y) * float(y.shape[0] or 1)


RESULTS = [relaxed(tf.ones((1, 2))), relaxed(tf.ones((3, 2)))]
for number in (2, 3, 4):
    x = tf.ones((number, 2))
    RESULTS += [of_any_length(x), weighted(x), branched(x), flattened(x), through(x), counted(x), wide(x)]
    RESULTS += [as_given(x), alone(x)]
