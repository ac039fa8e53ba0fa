"""Decorators that a function of the project configures, and methods of shapes."""

import tensorflow as tf
from check_shapes import check_shapes


def checked(length):  # fact: tensor_parameter=false
    return check_shapes(f"x: [{length}]", f"return: [{length}]")


@checked(length=2)
def doubled(x: tf.Tensor):  # fact: verdict=convert refusals=-
    return x * 2.0


def same_shape(x, y):  # fact: verdict=convert refusals=-
    if x.shape.is_compatible_with(y.shape) and x.shape.is_fully_defined():
        return x + y
    return x


def nested(x, shape):  # fact: verdict=convert refusals=-
    dims = shape.as_list()
    return tf.reshape(x, dims)


doubled(tf.ones(2))
same_shape(tf.ones(2), tf.ones(2))
rows = tf.reshape(tf.range(6.0), tf.constant([2, 3]))
nested(tf.ones([2, 3]), rows.shape)
