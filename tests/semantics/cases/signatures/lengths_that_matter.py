"""A length that Python reads, or that an operation has to know, stays out of the `input_signature`."""

import numpy as np
import tensorflow as tf


def by_shape(x):  # fact: input_signature=null verdict=convert
    return x / float(x.shape[0])


def by_len(x):  # fact: input_signature=null verdict=convert
    return x / float(len(x))


def by_get_shape(x):  # fact: input_signature=null verdict=convert
    return x / float(x.get_shape()[0])


def by_range(x):  # fact: input_signature=null verdict=convert
    return tf.add_n([x[i] for i in range(x.shape[0])])


def by_unstack(x):  # fact: input_signature=null verdict=convert
    return tf.add_n(tf.unstack(x))


def by_unstack_of_a_known_axis(x):  # fact: input_signature=[tf.TensorSpec(shape=[None,2],dtype=tf.float32)] verdict=convert
    return tf.add_n(tf.unstack(x, axis=1))


def by_zeros(x):  # fact: input_signature=null verdict=convert
    return x + tf.zeros(x.shape)


def by_numpy(x):  # fact: input_signature=null verdict=convert
    return x * np.sqrt(float(x.shape[0])).astype(np.float32)


def by_tensor_shape(x):  # fact: input_signature=[tf.TensorSpec(shape=[None],dtype=tf.float32)] verdict=convert
    return x / tf.cast(tf.shape(x)[0], tf.float32)


def by_helper(x):  # fact: input_signature=null verdict=convert
    return mean(x) + 1.0


def mean(x):  # fact: input_signature=null verdict=convert
    return tf.reduce_sum(x) / float(x.shape[0])


def by_like(x):  # fact: input_signature=[tf.TensorSpec(shape=[None],dtype=tf.float32)] verdict=convert
    return x + tf.zeros_like(x)


def by_loop(x):  # fact: input_signature=[tf.TensorSpec(shape=[None,2],dtype=tf.float32)] verdict=convert
    h = tf.zeros([2])
    for row in x:
        h = h + row
    return h


def by_carried_shape(x):  # fact: input_signature=null verdict=keep
    h = x
    for i in tf.range(3):
        h = h[1:]
    return h


DENSE = tf.keras.layers.Dense(2)
DENSE(tf.ones([1, 3]))
FLAT = tf.keras.Sequential([tf.keras.layers.Flatten()])
FLAT(tf.ones([1, 3, 3]))


def by_layer(x):  # fact: input_signature=[tf.TensorSpec(shape=[None,3],dtype=tf.float32)] verdict=convert
    return DENSE(x)


def by_layer_of_rows(x):  # fact: input_signature=null verdict=convert
    return FLAT(x)


for function in (by_shape, by_len, by_get_shape, by_tensor_shape, by_zeros, by_numpy, by_like, by_helper):
    print(function(tf.ones([2])).numpy(), function(tf.ones([4])).numpy())
for function in (by_range, by_unstack, by_unstack_of_a_known_axis, by_loop):
    print(function(tf.ones([3, 2])).numpy(), function(tf.ones([4, 2])).numpy())
print(by_carried_shape(tf.ones([5])).numpy(), by_carried_shape(tf.ones([6])).numpy())
print(by_layer(tf.ones([4, 3])).shape, by_layer(tf.ones([5, 3])).shape)
print(by_layer_of_rows(tf.ones([4, 3, 3])).shape, by_layer_of_rows(tf.ones([4, 5, 3])).shape)
