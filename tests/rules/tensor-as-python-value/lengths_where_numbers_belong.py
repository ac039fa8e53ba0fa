"""Lengths that are tensors, where only a number of Python may stand in a graph."""

import tensorflow as tf


# tf: raises TypeError "Dimension value must be integer or None"
def padded(ragged):  # expect: HYB105
    return ragged.to_tensor(shape=[None, tf.reduce_max(ragged.row_lengths())])


# tf: raises TypeError "Dimension value must be integer or None"
def padded_to_bounds(ragged, width=None):  # expect: HYB105
    if width is None:
        width = ragged.bounding_shape()[1]
    return ragged.to_tensor(shape=[None, width])


# tf: same
def bounds(ragged):  # expect: convert
    return ragged.bounding_shape() + 1


# tf: same
def padded_by_number(ragged, width):  # expect: convert
    return ragged.to_tensor(shape=[None, width])


# tf: raises NotImplementedError "Cannot convert a symbolic tf.Tensor"
def filled(x):  # expect: HYB105
    return tf.constant(0.5, shape=[tf.shape(x)[0], 2]) + x[:, :2]


# tf: same
def filled_by_operation(x):  # expect: convert
    return tf.fill([tf.shape(x)[0], 2], 0.5) + x[:, :2]


# tf: raises TypeError "Dimension value must be integer or None"
def told(x):  # expect: HYB105
    y = tf.reverse(x, [0])
    y.set_shape([tf.shape(x)[0], 4])
    return y


# tf: raises TypeError "Dimension value must be integer or None"
def reshaped(x):  # expect: HYB105
    return tf.reshape(x, tf.TensorShape([tf.shape(x)[1], 2]))


# tf: same
def reshaped_by_list(x):  # expect: convert
    return tf.reshape(x, [tf.shape(x)[1], -1])


# tf: raises TypeError "Expected int for argument 'ksize'"
def pooled(images):  # expect: HYB105
    return tf.nn.avg_pool(images, [1, tf.shape(images)[1], 1, 1], 1, "VALID")


# tf: raises TypeError "TypeError: 'sizes' must contain compile-time constant values"
def patches(images):  # expect: HYB105
    size = tf.shape(images)[1] // 2
    return tf.image.extract_patches(images, [1, size, size, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def mapped(x):  # expect: HYB105
    return tf.map_fn(tf.square, x, parallel_iterations=tf.shape(x)[0])


# tf: raises TypeError "Dimension value must be integer or None"
def collected(x):  # expect: HYB105
    rows = tf.TensorArray(tf.float32, size=2, element_shape=[tf.shape(x)[1]])
    return rows.unstack(x).stack()


# tf: same
def collected_by_shape(x):  # expect: convert
    rows = tf.TensorArray(tf.float32, size=2, element_shape=x.shape[1:])
    return rows.unstack(x).stack()


ragged = tf.ragged.constant([[1.0, 2.0], [3.0]])
x = tf.reshape(tf.range(8.0), [2, 4])
images = tf.ones([1, 4, 4, 1])
for call in (padded, filled, filled_by_operation, told, reshaped, reshaped_by_list, pooled, patches):
    call(ragged if call is padded else images if call in (pooled, patches) else x)
padded_by_number(ragged, 3), padded_to_bounds(ragged), bounds(ragged)
for call in (mapped, collected, collected_by_shape):
    call(x)
