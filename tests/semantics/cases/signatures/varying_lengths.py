"""Calls with tensors of different lengths share a graph under an `input_signature`."""

import numpy as np
import tensorflow as tf


def scale(x):  # fact: input_signature=[tf.TensorSpec(shape=[None],dtype=tf.float32)] traces=3 verdict=convert
    return x * 2.0


def affine(x, w):  # fact: input_signature=[tf.TensorSpec(shape=[None,3],dtype=tf.float32),tf.TensorSpec(shape=[3,4],dtype=tf.float32)] traces=2 verdict=convert
    return tf.matmul(x, w) + 1.0


def once(x):  # fact: input_signature=null traces=1 verdict=convert
    return tf.square(x)


def two_dtypes(x):  # fact: input_signature=null traces=2 verdict=convert
    return tf.square(x)


def two_ranks(x):  # fact: input_signature=null traces=2 verdict=convert
    return tf.reduce_sum(x)


def arrays(x):  # fact: input_signature=[tf.TensorSpec(shape=[None],dtype=tf.float32)] traces=2 verdict=convert
    return tf.reduce_mean(x)


def grows(x):  # fact: input_signature=[tf.TensorSpec(shape=[None],dtype=tf.float32)] verdict=convert
    return tf.reduce_sum(x)


def rate(x, by=2.0):  # fact: input_signature=[tf.TensorSpec(shape=[None],dtype=tf.float32)] verdict=convert
    return x * by


def rate_given(x, by=2.0):  # fact: input_signature=null verdict=convert
    return x * by


def no_default(x, by):  # fact: input_signature=null verdict=convert
    return x * by


def parts(*xs):  # fact: input_signature=null verdict=convert
    return tf.add_n([tf.reduce_sum(x) for x in xs])


def variables(v):  # fact: input_signature=null verdict=convert
    return v * 2.0


def loop(x):  # fact: input_signature=[tf.TensorSpec(shape=[None,3],dtype=tf.float32)] verdict=convert
    total = tf.constant(0.0)
    for row in x:
        total += tf.reduce_sum(row)
    return total


class Model:
    def __init__(self):  # fact: side_effects=true
        self.w = tf.Variable(tf.ones([3, 2]))

    def call(self, x):  # fact: input_signature=[tf.TensorSpec(shape=[None,3],dtype=tf.float32)] traces=2 verdict=convert
        return tf.matmul(x, self.w)

    def both(self, x, y):  # fact: input_signature=[tf.TensorSpec(shape=[2,3],dtype=tf.float32),tf.TensorSpec(shape=[None],dtype=tf.float32)] traces=2 verdict=convert
        return self.call(x) - y


def helper(x):  # fact: input_signature=[tf.TensorSpec(shape=[None,3],dtype=tf.float32)] verdict=convert
    return tf.reduce_max(x, axis=0)


def outer(x):  # fact: input_signature=[tf.TensorSpec(shape=[None,3],dtype=tf.float32)] verdict=convert
    return helper(x) + 1.0


MODEL = Model()
for n in (2, 3, 4):
    print(scale(tf.ones([n])).numpy())
print(affine(tf.ones([2, 3]), tf.ones([3, 4])).numpy(), affine(w=tf.ones([3, 4]), x=tf.ones([5, 3])).numpy())
print(once(tf.ones([2])).numpy())
print(two_dtypes(tf.ones([2])).numpy(), two_dtypes(tf.ones([2], tf.float64)).numpy())
print(two_ranks(tf.ones([2])).numpy(), two_ranks(tf.ones([2, 3])).numpy())
print(arrays(tf.ones([2])).numpy(), arrays(np.ones([3], np.float32)).numpy())
tokens = tf.ones([1])
for _ in range(4):
    tokens = tf.concat([tokens, tokens[-1:] + grows(tokens)], axis=0)
print(tokens.numpy())
print(rate(tf.ones([2])).numpy(), rate(tf.ones([3])).numpy())
print(rate_given(tf.ones([2])).numpy(), rate_given(tf.ones([3]), 3.0).numpy())
print(no_default(tf.ones([2]), 2.0).numpy(), no_default(tf.ones([3]), 2.0).numpy())
print(parts(tf.ones([2])).numpy(), parts(tf.ones([3])).numpy())
print(variables(tf.Variable([1.0])).numpy(), variables(tf.Variable([1.0, 2.0])).numpy())
print(loop(tf.ones([2, 3])).numpy(), loop(tf.ones([4, 3])).numpy())
print(MODEL.call(tf.ones([1, 3])).numpy(), MODEL.both(tf.ones([2, 3]), tf.ones([2])).numpy())
print(MODEL.both(tf.ones([2, 3]), tf.ones([1])).numpy())
print(outer(tf.ones([2, 3])).numpy(), outer(tf.ones([4, 3])).numpy())
