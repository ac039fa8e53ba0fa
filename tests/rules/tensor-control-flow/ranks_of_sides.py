"""Branches on ranks and lengths whose sides fit tensors of any rank, and tests that come before the tensor."""

import tensorflow as tf


# tf: same
def with_an_axis(x):  # expect: convert
    x = tf.squeeze(x)
    if tf.rank(x) == 0:
        x = tf.expand_dims(x, 0)
    return x


# tf: same
def classes_of(x, signed):  # expect: convert
    if tf.rank(x) > 1:
        if signed:
            x = tf.cast(tf.round(tf.abs(x)), dtype=tf.int64)
        else:
            x = tf.cast(tf.argmax(x, axis=-1), dtype=tf.int64)
    else:
        x = tf.cast(x, tf.int64)
    return x


# tf: same
def sizes_and_offset(sizes, offset=None):  # expect: convert
    if tf.rank(sizes) == 0:
        sizes = tf.stack([sizes, sizes])
    if offset is not None and tf.rank(offset) == 1:
        offset = tf.expand_dims(offset, 0)
    return sizes, offset


# tf: same
def either_or(x, offset=None):  # expect: convert
    if offset is None or tf.reduce_sum(x) > 3.0:
        return x * 2.0
    return x + offset


# tf: raises TypeError "'offset' must have the same nested structure"
def offset_as_numbers(sizes, offset=None):  # expect: HYB109, HYB112
    if offset is not None and tf.rank(offset) == 1:
        offset = tf.expand_dims(offset, 0)
    return sizes, offset


# tf: raises TypeError "TypeError: unsupported operand type(s) for +: 'NoneType' and"
def none_on_one_side(x, offset=None):  # expect: HYB105, HYB109
    if tf.reduce_sum(x) > 3.0 and offset is not None:
        offset = offset + 1.0
    return x, offset


# tf: raises ValueError "ValueError: Invalid reduction dimension 1 for input with 1 d"
def last_of_first(x):  # expect: undetermined HYB109
    if tf.rank(x) > 1:
        x = tf.reduce_sum(x, axis=1)
    return x


scalar, vector, matrix = tf.constant(4.0), tf.constant([1.0, 2.0]), tf.ones([2, 2])
first = with_an_axis(tf.ones([1])), with_an_axis(vector), with_an_axis(matrix)
second = classes_of(vector, False), classes_of(matrix, True), classes_of(tf.ones([1, 2]), False)
third = sizes_and_offset(scalar), sizes_and_offset(vector, vector), sizes_and_offset(vector, matrix)
fourth = either_or(vector), either_or(vector, scalar)
fifth = offset_as_numbers(vector), offset_as_numbers(vector, (1, 2))
sixth = none_on_one_side(vector), none_on_one_side(matrix, scalar)
seventh = last_of_first(vector), last_of_first(matrix)
