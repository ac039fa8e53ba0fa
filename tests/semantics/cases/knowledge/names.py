"""What names of TensorFlow, Keras, NumPy and the standard library are taken for."""

import itertools
import math
import operator

import numpy as np
import tensorflow as tf

weight = tf.Variable([1.0, 2.0])
optimizer = tf.keras.optimizers.SGD(0.1)
optimizer.build([weight])
convolution = tf.keras.layers.Conv2D(4, 3)
convolution(tf.ones([1, 8, 8, 3]))
dropout = tf.keras.layers.Dropout(0.5)


def by_keywords(x):  # fact: verdict=convert safe=true
    return tf.tensordot(axes=1, b=x, a=x)


def first_axis(x):  # fact: x:tensor:float32:[2]
    return x * 2.0


def of_argmax(x):  # fact: x:tensor:int64:[2]
    return x * 2


def of_convolution(x):  # fact: x:tensor:float32:[2,4,4,4]
    return x * 2.0


def named_by_position(x):  # fact: refusals=operation-name
    return tf.square(x, "two words")


def named_by_value(x, text):  # fact: refusals=operation-name
    return tf.add(x, x, text)


def computes(x):  # fact: tensor_computation=true
    return tf.abs(x)


def computes_nothing(x):  # fact: tensor_computation=false
    return tf.executing_eagerly() or x is None


def draws(x):  # fact: verdict=convert safe=false
    return x + tf.raw_ops.RandomStandardNormal(shape=[2], dtype=tf.float32)


def evaluates(x):  # fact: eager_only_calls=true verdict=keep
    return tf.keras.ops.convert_to_numpy(x) * 2.0


def subtracts(x):  # fact: side_effects=false verdict=convert
    weight.assign_sub(x)
    return weight * 2.0


def optimizes(x):  # fact: side_effects=false verdict=convert
    optimizer.apply_gradients([(x, weight)])
    return x * 2.0


def in_training(x):  # fact: verdict=convert
    return dropout(x, training=True)


def by_pure_libraries(x):  # fact: side_effects=false verdict=convert safe=true
    scales = itertools.accumulate([1.0, 2.0], operator.mul)
    return tf.add_n([x * scale * math.pi for scale in scales])


def by_constants_of_numpy(x):  # fact: side_effects=false verdict=convert safe=true
    return x * np.float32(np.pi)


value = tf.constant([1.0, 2.0])
by_keywords(value)
first_axis(tf.linalg.diag_part(tf.ones([2, 3])))
of_argmax(tf.argmax(tf.ones([3, 2])))
of_convolution(convolution(tf.ones([2, 6, 6, 3])))
named_by_position(value)
named_by_value(value, "two words")
computes(value)
computes_nothing(value)
draws(value)
evaluates(value)
subtracts(value)
optimizes(value)
in_training(value)
by_pure_libraries(value)
by_constants_of_numpy(value)
