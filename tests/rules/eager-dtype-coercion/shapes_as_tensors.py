"""Static shapes where a tensor is wanted: a graph converts a `TensorShape` by itself, and not in a constant or a list."""

import tensorflow as tf


# tf: raises ValueError "to be a dense tensor"
def constant_of_shape(x):  # expect: HYB114 "`tf.constant` gets a `TensorShape`"
    return tf.constant(x.shape)


# tf: raises ValueError "to be a dense tensor"
def constant_of_named_shape(x):  # expect: HYB114
    rest = x.shape[1:]
    return tf.reduce_prod(tf.constant(rest))


# tf: raises ValueError "to be a dense tensor"
def constant_of_longer_shape(x):  # expect: HYB114
    return tf.constant(x.get_shape() + [1])


# tf: raises ValueError "to be a dense tensor"
def cast_list(x):  # expect: HYB114 "a list with a `TensorShape`"
    return tf.cast([x.shape, x.shape], tf.float32)


# tf: differs
def stacked_scalars(x):  # expect: HYB114 "shapes without axes"
    shape = x[0, 0].shape
    return tf.stack([shape, shape])


# tf: same
def stacked(x):  # expect: convert
    return tf.stack([x.shape, x.shape])


# tf: same
def joined_without_axes(x):  # expect: convert
    rest = x[0].shape[1:]
    return tf.concat([rest, rest], 0), tf.concat([[2, -1], rest], 0), tf.add_n([x[0, 0].shape, rest])


# tf: same
def joined_of_any_rank(x: tf.Tensor):  # expect: convert
    return tf.reshape(x, tf.concat([[1, -1], x.shape[1:]], 0)), tf.concat([x.shape, x.shape], 0)


# tf: same
def converted(x):  # expect: convert
    return tf.convert_to_tensor(x.shape) + tf.cast(tf.reduce_prod(x.shape), tf.int32)


# tf: same
def spread(x):  # expect: convert
    return tf.constant([*x.shape]) + tf.constant(x.shape.as_list()) + tf.constant(tuple(x.shape))


# tf: same
def lengths(x):  # expect: convert
    return tf.reshape(x, [x.shape[1], x.shape[0]]) + tf.zeros([x.shape[1], 1]) + tf.fill(x.shape[::-1], 1.0)


table = tf.ones([2, 3])
RESULTS = [constant_of_shape(table), constant_of_named_shape(table), constant_of_longer_shape(table), cast_list(table)]
RESULTS += [joined_without_axes(table), joined_of_any_rank(table), joined_of_any_rank(table[0])]
RESULTS += [stacked_scalars(table), stacked(table), converted(table), spread(table), lengths(table)]


# tf: differs
def of_a_name_given_again(x):  # expect: HYB114
    y = x
    y = y.shape
    return tf.stack([y, y])


of_a_name_given_again(tf.constant(1.5))
