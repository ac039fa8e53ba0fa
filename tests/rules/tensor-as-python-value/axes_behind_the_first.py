"""Lengths behind the first axis, where only the number of rows depends on values: a graph knows them."""

import json

import tensorflow as tf

dense = tf.keras.layers.Dense(3)
dense.build([None, 4])


def rows(x):
    return tf.boolean_mask(x, x[:, 0] > 0.3)


# tf: same
def of_rows(x):  # expect: convert
    some = rows(x)
    return some * float(some.shape[1])


# tf: same
def of_the_last_axis(x):  # expect: convert
    some = rows(x)
    return some * float(some.shape[-1])


# tf: differs
def of_the_first_axis(x):  # expect: HYB105
    some = rows(x)
    return some * float(some.shape[0] or 7)


# tf: same
def unpacked(x):  # expect: convert
    _, columns = rows(x).shape
    return x * float(columns)


# tf: differs
def unpacked_with_rows(x):  # expect: HYB105
    count, columns = rows(x).shape
    return x * float(columns) + float(count or 7)


# tf: same
def computed(x):  # expect: convert
    y = tf.exp((rows(x) - 1.0) / 2.0) * x[0]
    return y * float(y.shape[1])


# tf: differs
def turned(x):  # expect: HYB105
    y = tf.transpose(rows(x))
    return y * float(y.shape[1] or 7)


# tf: differs
def beside_more_axes(x):  # expect: HYB105
    y = rows(x)[:, 0] * x[:, :1]
    return y * float(y.shape[1] or 7)


# tf: same
def reduced(x):  # expect: convert
    y = tf.reduce_sum(rows(x), axis=0)
    z = tf.reduce_mean(rows(x), axis=1, keepdims=True)
    return y * float(y.shape[0]) * tf.reduce_sum(z) * float(z.shape[1])


# tf: same
def joined(x):  # expect: convert
    y = tf.concat([rows(x), rows(x)], axis=1)
    z = tf.stack([rows(x), rows(x)], axis=1)
    return tf.reduce_sum(y) * float(y.shape[1]) + tf.reduce_sum(z) * float(z.shape[2])


# tf: differs
def stacked_in_front(x):  # expect: HYB105
    z = tf.stack([rows(x), rows(x)])
    return tf.reduce_sum(z) * float(z.shape[1] or 7)


# tf: same
def shaped(x):  # expect: convert
    some = rows(x)
    y = tf.reshape(some, [-1, x.shape[1], 1])
    z = tf.zeros([tf.shape(some)[0], x.shape[1]])
    return tf.reduce_sum(y) * float(y.shape[1]) + tf.reduce_sum(z + 1.0) * float(z.shape[1])


# tf: differs
def shaped_by_rows(x):  # expect: HYB105
    some = rows(x)
    y = tf.reshape(some, [x.shape[1], -1])
    return tf.reduce_sum(y) * float(y.shape[1] or 7)


# tf: same
def parts(x):  # expect: convert
    some = rows(x)
    first, left, last = some[0], some[:, 1:], some[..., :2]
    return first * float(first.shape[0]) + float(left.shape[1]) + float(last.shape[1])


# tf: differs
def lengthened(x):  # expect: HYB105
    y = rows(x)[tf.newaxis]
    return y * float(y.shape[1] or 7)


# tf: same
def through_a_layer(x):  # expect: convert
    y = dense(tf.transpose(tf.transpose(rows(x))))
    return y * float(y.shape[-1])


# tf: same
def as_one_hot(x):  # expect: convert
    y = tf.one_hot(tf.argmax(rows(x), axis=1), 5)
    return y * float(y.shape[1])


x = tf.ensure_shape(
    tf.constant(json.loads("[[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.1, 0.3]]")),
    [None, None],
)
for _ in range(3):
    of_rows(x)
    of_the_last_axis(x)
    of_the_first_axis(x)
    unpacked(x)
    unpacked_with_rows(x)
    computed(x)
    turned(x)
    beside_more_axes(x[:2])
    reduced(x)
    joined(x)
    stacked_in_front(x)
    shaped(x)
    shaped_by_rows(x)
    parts(x)
    lengthened(x)
    through_a_layer(x)
    as_one_hot(x)
