"""Every way to name `tf.function` with one import."""

import tensorflow
import tensorflow as tf
import tensorflow.compat.v2 as tf2
from tensorflow import constant, function
from tensorflow import function as graph
from tensorflow.python.eager.def_function import function as old_function

alias = tf.function
module = tf


@tf.function
def by_module(x):  # fact: hybrid=true tensor_parameter=true x:tensor:float32:[2] verdict=keep
    return x + 1.0


@tensorflow.function
def by_full_name(x):  # fact: hybrid=true tensor_parameter=true called=true
    return x + 1.0


@function
def by_name(x):  # fact: hybrid=true traces=1
    return x + 1.0


@graph
def by_renamed(x):  # fact: hybrid=true
    return x + 1.0


@alias
def by_assigned(x):  # fact: hybrid=true
    return x + 1.0


@module.function
def by_assigned_module(x):  # fact: hybrid=true
    return x + 1.0


@tf2.function
def by_compatibility(x):  # fact: hybrid=true
    return x + 1.0


def plain(x):  # fact: hybrid=false verdict=convert safe=true traces=1 refusals=-
    return x + 1.0


value = constant([1.0, 2.0])
for operation in (by_module, by_full_name, by_name, by_renamed, by_assigned, by_assigned_module, by_compatibility, plain):
    operation(value)
