"""Global variables that a script sets again: a function sees what is there while it runs."""

import numpy as np
import tensorflow as tf

x = [[1.0, 2.0], [3.0, 4.0]]
x = np.array(x, "float32")
x = tf.constant(x)


def reads_the_last(y):  # fact: verdict=convert safe=true y:tensor:float32:[2]
    return tf.reduce_sum(x[0] * y) + tf.reduce_mean(x)


reads_the_last(tf.constant([1.0, 2.0]))

data = [1.0, 2.0]


def sum_of_python(y):  # fact: verdict=convert safe=false y:tensor:float32:[]
    total = y
    for each in data:
        total = total + each * y
    return total


sum_of_python(tf.constant(1.0))
data = tf.data.Dataset.from_tensor_slices([1.0, 2.0])
data = data.batch(2)


def kept(y):  # fact: y:tensor:float32:[]
    return y * scale + tf.abs(y)


scale = 2.0
functions = [kept]
scale = tf.constant(3.0)
functions[0](tf.constant(1.0))
