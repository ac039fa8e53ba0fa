"""Operations of `tf.raw_ops`: dtypes from the registry, shapes by the rules of the operations that people call."""

import tensorflow as tf


def product(x):  # fact: x:tensor:float32:[2,2]
    return x * 1.0


def transposed(x):  # fact: x:tensor:float32:[3,2]
    return x * 1.0


def summed(x):  # fact: x:tensor:float32:[3]
    return x * 1.0


def kept(x):  # fact: x:tensor:float32:[2,1]
    return x * 1.0


def together(x):  # fact: x:tensor:float32:[2,6]
    return x * 1.0


def convolved(x):  # fact: x:tensor:float32:[1,4,4,8]
    return x * 1.0


def reshaped(x):  # fact: x:tensor:float32:[6]
    return x * 1.0


def best(x, i):  # fact: x:tensor:float32:[2,2] i:tensor:int32:[2,2]
    return x, i


def halves(x, y):  # fact: x:tensor:float32:[1,3] y:tensor:float32:[1,3]
    return x, y


def cast(x):  # fact: x:tensor:int64:[2,3]
    return x


def lengths(x):  # fact: x:tensor:int32:[2]
    return x


def chosen(x):  # fact: x:tensor:float32:[2,3]
    return x


def without_rule(x):  # fact: x:tensor:float32:?
    return x


def drawn(x):  # fact: x:tensor:float32:[2] verdict=convert
    return x * tf.raw_ops.RandomUniform(shape=[2], dtype=tf.float32)


a, image = tf.ones([2, 3]), tf.ones([1, 8, 8, 3])
product(tf.raw_ops.MatMul(a=a, b=a, transpose_b=True))
transposed(tf.raw_ops.Transpose(x=a, perm=[1, 0]))
summed(tf.raw_ops.Sum(input=a, axis=[0]))
kept(tf.raw_ops.Mean(input=a, axis=-1, keep_dims=True))
together(tf.raw_ops.ConcatV2(values=[a, a], axis=1))
convolved(tf.raw_ops.Conv2D(input=image, filter=tf.ones([3, 3, 3, 8]), strides=[1, 2, 2, 1], padding="SAME"))
reshaped(tf.raw_ops.Reshape(tensor=a, shape=[-1]))
best(*tf.raw_ops.TopKV2(input=a, k=2))
halves(*tf.raw_ops.Split(axis=0, value=a, num_split=2))
cast(tf.raw_ops.Cast(x=a, DstT=tf.int64))
lengths(tf.raw_ops.Shape(input=a))
chosen(tf.raw_ops.GatherV2(params=a, indices=[0, 1, 1], axis=1))
without_rule(tf.raw_ops.Cross(a=a, b=a))
drawn(tf.ones([2]))
