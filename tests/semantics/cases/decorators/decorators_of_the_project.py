"""Decorators that pass the function on, replace it, or remember it."""

import functools

import tensorflow as tf

REGISTRY = {}


def same(f):  # fact: hybrid=false called=false tensor_parameter=null
    return f


def graph(f):  # fact: hybrid=false
    return tf.function(f)


def registered(name):  # fact: tensor_parameter=false name:primitive
    def remember(f):
        REGISTRY[name] = f
        return f

    return remember


@graph
def hidden_graph(x):  # fact: tensor_parameter=true x:tensor:float32:[2]
    return x + 1.0


@registered("plus")
def remembered(x):  # fact: tensor_parameter=true called=true
    return x + 1.0


hidden_graph(tf.constant([1.0, 1.0]))
REGISTRY["plus"](tf.constant([1.0, 1.0]))
