"""What a parameter can hold besides tensors that are known: symbolic tensors, classes, modules, containers, constants, and nothing known."""

import math
import sys

import numpy as np
import tensorflow as tf


class Rates:
    def __init__(self, first, table):  # fact: side_effects=true
        self.first, self.table = first, table


def symbolic(x):  # fact: x:tensor refusals=keras-symbolic-argument,python-result
    return x * 2.0


def of_layer(x):  # fact: x:tensor:float32:[2,4]
    return x * 2.0


def of_model(x):  # fact: x:tensor:float32:[?,4]
    return x * 2.0


def class_as_value(kind, x):  # fact: kind:object
    return kind(x)


def module_as_value(library, x):  # fact: library:object
    return library.square(x)


def constants(number, text, flag, nothing, x):  # fact: number:primitive text:primitive flag:primitive nothing:none
    return x * number


def of_object(rates, x):  # fact: rates:object
    return x * rates.first


def field_of_object(x):  # fact: x:tensor:float32:[]
    return x * 2.0


def element_of_list(x):  # fact: x:tensor:float32:[2,3]
    return x * 2.0


def second_of_list(x):  # fact: x:tensor:int32:[4]
    return x * 2


def entry_of_dict(x):  # fact: x:tensor:float32:[2,3]
    return x * 2.0


def two_shapes(x):  # fact: x:tensor:float32:[?,3]
    return x * 2.0


def two_ranks(x):  # fact: x:tensor:float32:?
    return x * 2.0


def two_dtypes(x):  # fact: x:tensor:?:[2]
    return x * 2


def two_kinds(x):  # fact: x:tensor:float32:[2]
    return x * 2.0


def open_axis(x):  # fact: x:tensor:float32:[?,3]
    return x * 2.0


def any_rank(x):  # fact: x:tensor:float32:?
    return x * 2.0


def same_axis(x, y):  # fact: x:tensor:float32:[?,3] y:tensor:float32:[?,3]
    return x * y


def array_of_numbers(x):  # fact: x:array:float64:[5]
    return x * 2.0


def grown_by_a_loop(x):  # fact: x:tensor:float32:[?,3]
    return x * 2.0


def not_known(x):  # fact: x:unknown
    return x


value = tf.ones([2, 3])
inputs = tf.keras.Input((3,))
hidden = tf.keras.layers.Dense(4)(inputs)
symbolic(inputs)
of_layer(tf.keras.layers.Dense(4)(value))
of_model(tf.keras.Model(inputs, hidden)(value))
class_as_value(tf.Variable, value)
module_as_value(tf, value)
constants(2.0, "a", True, None, value)
rates = Rates(tf.constant(2.0), [value, tf.range(4)])
of_object(rates, value)
field_of_object(rates.first)
element_of_list(rates.table[0])
second_of_list(rates.table[1])
entry_of_dict({"a": value, "b": tf.range(4)}["a"])
two_shapes(tf.ones([2, 3]))
two_shapes(tf.ones([5, 3]))
two_ranks(tf.ones([2]))
two_ranks(tf.ones([2, 3]))
two_dtypes(tf.ones([2]))
two_dtypes(tf.range(2))
two_kinds(tf.ones([2]))
two_kinds(tf.Variable([1.0, 2.0]))
open_axis(tf.boolean_mask(value, value[:, 0] > 0.0))
any_rank(tf.io.parse_tensor(tf.io.serialize_tensor(value), tf.float32))
unsized = tf.random.uniform([len(sys.argv) + 1, 3])
same_axis(unsized, unsized * 2.0)
array_of_numbers(np.linspace(0.0, math.pi, 5))
grown = value
for _ in range(6):
    grown = tf.concat([grown, value], 0)
grown_by_a_loop(grown)
not_known(eval("1.0"))
