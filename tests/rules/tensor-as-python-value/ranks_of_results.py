"""Ranks of what operations make: a graph knows them nearly always, even where it does not know a length."""

import tensorflow as tf


# tf: differs
def after_reshaping(x):  # expect: HYB105
    y = tf.reshape(x, tf.boolean_mask([1, 12], [True, x[0, 0] > 0.0]))
    return tf.exp(y) * float(len(y.shape) if y.shape.rank else 7)


# tf: differs
def after_squeezing(x):  # expect: HYB105
    y = tf.squeeze(tf.boolean_mask(x, x[:, 0] > 0.7))
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: same
def after_mapping(x):  # expect: convert
    y = tf.map_fn(lambda row: row * 2.0, x)
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: differs
def after_transposing(x):  # expect: HYB105
    y = tf.transpose(tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32))
    return y * float(y.shape.rank or 7)


# tf: differs
def after_reducing(x):  # expect: HYB105
    y = tf.reduce_sum(tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32), axis=0)
    return y * float(y.shape.rank or 7)


# tf: differs
def after_stacking(x):  # expect: HYB105
    y = tf.stack([tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)] * 2)
    return y * float(y.shape.rank or 7)


# tf: differs
def after_broadcasting(x):  # expect: HYB105
    y = tf.broadcast_to(x, tf.concat([tf.boolean_mask([2], [x[0, 0] > 0.0]), [3, 4]], 0))
    return y * float(y.shape.rank or 7)


# tf: differs
def after_a_condition(x):  # expect: HYB105
    if x[0, 0] > 0.0:
        y = x
    else:
        y = x[0]
    return y * float(y.shape.rank or 7)


# tf: same
def ensured(x):  # expect: convert
    y = tf.ensure_shape(tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32), [3, 4])
    return y * float(y.shape.rank)


# tf: differs
def after_a_product(x):  # expect: HYB105
    y = tf.matmul(tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32), x, transpose_b=True)
    return y * float(y.shape.rank or 7)


# tf: same
def after_a_scan(x):  # expect: convert
    y = tf.scan(lambda a, r: a + r, x)
    return y * float(y.shape.rank or 7)


# tf: differs
def set_afterwards(x):  # expect: HYB105, HYB131
    y = tf.py_function(lambda z: z, [x], tf.float32)
    y.set_shape([None, 4])
    return y * (2.0 if y.shape[0] is None else 1.0)


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    after_reshaping(x)
    after_squeezing(x)
    after_mapping(x)
    after_transposing(x)
    after_reducing(x)
    after_stacking(x)
    after_broadcasting(x)
    after_a_condition(x)
    ensured(x)
    after_a_product(x)
    after_a_scan(x)
    set_afterwards(x)
