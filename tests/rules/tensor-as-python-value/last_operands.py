"""Nobody tests the last operand of `and` and `or`: where only that one is a tensor, a graph gives what a call does."""

import tensorflow as tf


# tf: same
def either(x, scale):  # expect: convert
    return x * (scale or tf.reduce_max(x))


# tf: same
def only_if_asked(x, asked):  # expect: convert
    if asked and tf.reduce_sum(x) > 0.0:
        return x
    return -x


# tf: same
def length_or_measured(x, axis):  # expect: convert
    return tf.reshape(x, [x.shape[axis] or tf.shape(x)[axis], -1])


# tf: same
def rank_or_measured(x):  # expect: convert
    return x * tf.cast(x.get_shape().ndims or tf.rank(x), tf.float32)


# tf: same
def three_in_a_row(x, first, second):  # expect: convert
    return x + (first or second or tf.reduce_min(x))


# tf: raises InvalidArgumentError "Input 'pred' passed float expected bool while building NodeD"
def tensor_first(x, scale):  # expect: HYB105
    return x * (tf.reduce_max(x) or scale)


# tf: raises InvalidArgumentError "Input 'pred' passed float expected bool while building NodeD"
def tensor_in_between(x, scale):  # expect: HYB105
    return x * (scale or tf.reduce_min(x) or 2.0)


x = tf.constant([[1.0, 2.0], [3.0, 5.0]])
for scale in (0.0, 3.0):
    either(x, scale), three_in_a_row(x, scale, 0.0), tensor_first(x, 3.0), tensor_in_between(x, 0.0)
for asked in (True, False):
    only_if_asked(x, asked)
length_or_measured(x, 0), rank_or_measured(x)
