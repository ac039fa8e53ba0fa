"""Name scopes, and settings of Keras that the program leaves as they are."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


# tf: same
def version_1(x):  # expect: convert
    with tf.compat.v1.name_scope("f"):
        return tf.exp(x) + tf.sin(x) * 2.0


# tf: same
def version_1_with_a_default(x, name=None):  # expect: convert
    with tf.compat.v1.name_scope(name, "f", [x]):
        return tf.exp(x) + tf.sin(x) * 2.0


# tf: same
def scope_as_a_name(x, name=None):  # expect: convert
    with tf.compat.v1.name_scope(name, default_name="f", values=[x]) as scope:
        return tf.exp(x, name=scope) + tf.sin(x) * 2.0


# tf: same
def version_2(x, name=None):  # expect: convert
    name = name or "some"
    with tf.name_scope(name):
        return tf.exp(x) + tf.sin(x) * 2.0


# tf: same
def variable_scope(x):  # expect: convert
    with tf.compat.v1.variable_scope("f"):
        return tf.exp(x) + tf.sin(x) * 2.0


# tf: same
def scope_of_the_backend(x):  # expect: convert
    with K.name_scope("f"):
        return tf.exp(x) + tf.sin(x) * 2.0


# tf: same
def epsilon(x):  # expect: convert
    return tf.math.log(tf.clip_by_value(x, K.epsilon(), 1.0 - K.epsilon()))


# tf: same
def floatx(x):  # expect: convert
    return tf.cast(x, K.floatx()) * 2.0 + tf.exp(x)


# tf: same
def image_data_format(x):  # expect: convert
    axis = -1 if K.image_data_format() == "channels_last" else 1
    return tf.reduce_sum(tf.exp(x), axis=axis)


# tf: same
def epsilon_of_the_configuration(x):  # expect: convert
    return tf.cast(x, tf.keras.config.floatx()) + tf.keras.config.epsilon()


# tf: same
def rank_of_the_backend(x):  # expect: convert
    if K.ndim(x) == 2:
        return tf.exp(x) * 2.0
    return tf.exp(x)


# tf: same
def sparse_or_not(x):  # expect: convert
    if K.is_sparse(x):
        return tf.sparse.to_dense(x)
    return tf.exp(x)


# tf: same
def shape_of_the_backend(x):  # expect: convert
    n = K.int_shape(x)[-1]
    return tf.reshape(tf.exp(x), (-1, n)) + 1.0


# tf: same
def computations_of_the_backend(x):  # expect: convert
    return K.mean(K.square(x), axis=-1) + K.sum(K.abs(x))


def shape_list(x):
    static = x.shape.as_list()
    dynamic = tf.shape(x)
    return [dynamic[i] if s is None else s for i, s in enumerate(static)]


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    version_1(x)
    version_1_with_a_default(x)
    scope_as_a_name(x)
    version_2(x)
    variable_scope(x)
    scope_of_the_backend(x)
    epsilon(x)
    floatx(x)
    image_data_format(x)
    epsilon_of_the_configuration(x)
    rank_of_the_backend(x)
    sparse_or_not(x)
    shape_of_the_backend(x)
    computations_of_the_backend(x)
