"""Ranks of what operations make that are given lengths as tensors of any rank: these decide how long axes are, not how many there are."""

import tensorflow as tf


def parsed(x, value):
    return tf.io.parse_tensor(tf.io.serialize_tensor(tf.cast(x[0, 0] > 0.0, tf.int32) * value), tf.int32)


# tf: same
def repeated(x):  # expect: convert
    y = tf.repeat(x, parsed(x, [1, 2, 1]), axis=0)
    return y * float(y.shape.rank or 7)


# tf: same
def repeated_flat(x):  # expect: convert
    y = tf.repeat(x, parsed(x, 2))
    return y * float(y.shape.rank or 7)


# tf: same
def tiled(x):  # expect: convert
    y = tf.tile(x, parsed(x, [2, 1]))
    return y * float(y.shape.rank or 7)


# tf: same
def padded(x):  # expect: convert
    y = tf.pad(x, parsed(x, [[1, 0], [0, 1]]))
    return y * float(y.shape.rank or 7)


# tf: same
def cut(x):  # expect: convert
    y = tf.slice(x, [0, 1], parsed(x, [2, 2]))
    return y * float(y.shape.rank or 7)


# tf: same
def masked(x):  # expect: convert
    y = tf.sequence_mask([1, 2, 3], parsed(x, 4), dtype=tf.float32)
    return x * y * float(y.shape.rank or 7)


# tf: same
def counted_off(x):  # expect: convert
    y = tf.cast(tf.range(parsed(x, 4)), tf.float32)
    return x * y * float(y.shape.rank or 7)


# tf: differs
def its_length(x):  # expect: HYB105
    y = tf.repeat(x, parsed(x, [1, 2, 1]), axis=0)
    return y * float(y.shape[0] or 7)


# tf: differs
def repeated_of_any_rank(x):  # expect: HYB105
    y = tf.tile(tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32), parsed(x, [2, 1]))
    return y * float(7 if y.shape.rank is None else y.shape.rank)


# tf: differs
def filled(x):  # expect: HYB105
    y = tf.fill(parsed(x, [3, 4]), 2.0)
    return x * y * float(y.shape.rank or 7)


# tf: differs
def reshaped(x):  # expect: HYB105
    y = tf.reshape(x, parsed(x, [4, 3]))
    return y * float(y.shape.rank or 7)


# tf: differs
def scattered(x):  # expect: HYB105
    y = tf.scatter_nd([[0]], [1.0], parsed(x, [4]))
    return x * y * float(y.shape.rank or 7)


# tf: differs
def strided(x):  # expect: HYB105
    y = tf.strided_slice(x, parsed(x, [0, 1]), parsed(x, [2, 3]), parsed(x, [1, 1]))
    return y * float(y.shape.rank or 7)


# tf: differs
def stepped(x):  # expect: HYB105
    y = tf.strided_slice(x, parsed(x, [0, 1]), [2, 3], new_axis_mask=1)
    return y * float(y.shape.rank or 7)


# tf: differs
def of_one_tensor(x):  # expect: HYB105
    n = parsed(x, [2, 3])
    y = tf.cast(tf.tile(n, n[:1]), tf.float32)
    return y * float(7 if y.shape.rank is None else y.shape.rank)


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    repeated(x)
    repeated_flat(x)
    tiled(x)
    padded(x)
    cut(x)
    masked(x)
    counted_off(x)
    its_length(x)
    repeated_of_any_rank(x)
    filled(x)
    reshaped(x)
    scattered(x)
    strided(x)
    stepped(x)
    of_one_tensor(x)
