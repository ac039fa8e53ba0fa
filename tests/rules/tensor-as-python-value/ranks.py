"""Ranks: a graph knows them nearly always, even where it does not know a length."""

import tensorflow as tf


# tf: differs
def of_a_python_function(x):  # expect: HYB105, HYB131
    y = tf.py_function(lambda z: z, [x], tf.float32)
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: differs
def of_a_parsed_tensor(x):  # expect: HYB105
    y = tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: differs
def handed_on(x):  # expect: HYB105
    y = tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)
    z = tf.exp(y) * 2.0
    return z * float(z.shape.rank or 7)


# tf: differs
def of_one_of_two_branches(x):  # expect: HYB105
    y = tf.cond(x[0, 0] > 0.0, lambda: x, lambda: x[0])
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: same
def of_a_tensor_array(x):  # expect: convert
    ta = tf.TensorArray(tf.float32, 2)
    ta = ta.write(0, x).write(1, x)
    y = ta.stack()
    return tf.exp(y) * float(y.shape.rank or 7)


# tf: same
def of_zeros_like(x):  # expect: convert
    y = tf.zeros(tf.shape(x))
    return (tf.exp(x) + y) * float(y.shape.rank)


# tf: differs
def of_zeros_of_any_rank(x):  # expect: HYB105
    y = tf.zeros(tf.boolean_mask([3, 4], [True, x[0, 0] > 0.0]))
    return (tf.exp(x) + y) * float(y.shape.rank or 7)


# tf: differs
def of_an_element(x):  # expect: HYB105
    y = tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)[0]
    return y * float(y.shape.rank or 7)


# tf: differs
def of_gathered_rows(x):  # expect: HYB105
    y = tf.gather(x, tf.io.parse_tensor(tf.io.serialize_tensor([0, 1]), tf.int32))
    return y * float(y.shape.rank or 7)


# tf: same
def of_a_new_axis(x):  # expect: convert
    y = tf.where(x > 0.5, x, 0.0)[..., None]
    return y * float(y.shape.rank or 7)


x = tf.constant([[0.9, 0.8, 0.7, 0.6], [0.2, 0.1, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]])
for _ in range(3):
    of_a_python_function(x)
    of_a_parsed_tensor(x)
    handed_on(x)
    of_one_of_two_branches(x)
    of_a_tensor_array(x)
    of_zeros_like(x)
    of_zeros_of_any_rank(x)
    of_an_element(x)
    of_gathered_rows(x)
    of_a_new_axis(x)
