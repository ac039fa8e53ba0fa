"""Positional, keyword, default, starred and unpacked arguments."""

import numpy as np
import tensorflow as tf


def ordered(first, /, second, *, third=2.0):  # fact: first:tensor:float32:[2] second:primitive third:primitive
    return first * second + third


def defaulted(x, y=None, z=(1, 2)):  # fact: x:tensor:float32:[2] y:none z:object tensor_parameter=true
    return x if y is None else x + y


def starred(*values):  # fact: tensor_parameter=true values:container
    return tf.add_n(values)


def keywords(**named):  # fact: tensor_parameter=true named:container
    return named["x"] + named["y"]


def unpacked(x, y):  # fact: x:tensor:float32:[2] y:tensor:int32:[3] called=true
    return tf.reduce_sum(x) + tf.cast(tf.reduce_sum(y), tf.float32)


def nested(batch):  # fact: tensor_parameter=true batch:container
    (x, y), rest = batch
    return x + y + rest["z"]


def listed(rows):  # fact: tensor_parameter=true rows:container
    return tf.stack(rows)


def arrays(data):  # fact: tensor_parameter=false data:array:float32:[2]
    return tf.convert_to_tensor(data)


def variables(v, x):  # fact: tensor_parameter=true v:variable:float32
    v.assign_add(x)
    return v + x


def functions(f, x):  # fact: f:callable tensor_parameter=true
    return f(x)


def flags(x, training, name):  # fact: primitive_parameter=true training:primitive name:primitive traces=2
    return tf.identity(x) * (0.5 if training else 1.0)


def uncalled(x, y):  # fact: called=false traces=null tensor_parameter=true x:tensor
    return tf.matmul(x, y)


def hinted(x: tf.Tensor, n: int):  # fact: called=false tensor_parameter=true x:tensor n:primitive
    return tf.repeat(x, n)


value = tf.constant([1.0, 2.0])
ordered(value, 3.0)
ordered(value, second=4.0, third=1.0)
defaulted(value)
starred(value, value)
starred(*[value, value])
keywords(x=value, y=value)
keywords(**{"x": value, "y": value})
unpacked(*(value, tf.constant([1, 2, 3])))
unpacked(**{"x": value, "y": tf.constant([4, 5, 6])})
nested(((value, value), {"z": value}))
listed([value, value])
arrays(np.zeros(2, dtype=np.float32))
variables(tf.Variable(value), value)
functions(defaulted, value)
flags(value, True, "a")
flags(value, False, "a")
