"""Every way to put a function under `tf.function`."""

import functools

import tensorflow as tf

traced = functools.partial(tf.function, reduce_retracing=True)
compiled = tf.function(jit_compile=True)


@tf.function
def bare(x):  # fact: hybrid=true
    return x * 2.0


@tf.function()
def called(x):  # fact: hybrid=true
    return x * 2.0


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def with_signature(x):  # fact: hybrid=true tensor_parameter=true
    return x * 2.0


@functools.partial(tf.function, jit_compile=True)
def by_partial(x):  # fact: hybrid=true
    return x * 2.0


@traced
def by_named_partial(x):  # fact: hybrid=true
    return x * 2.0


@compiled
def by_named_decorator(x):  # fact: hybrid=true
    return x * 2.0


def wrapped(x):  # fact: hybrid=false verdict=keep refusals=already-in-graph tensor_parameter=true
    return x * 2.0


def assigned_back(x):  # fact: tensor_parameter=true verdict=keep refusals=already-in-graph
    return x * 2.0


graph = tf.function(wrapped)
assigned_back = tf.function(assigned_back)


class Methods(tf.Module):
    @tf.function
    def method(self, x):  # fact: hybrid=true tensor_parameter=true x:tensor:float32:[2]
        return x * 2.0

    @staticmethod
    @tf.function
    def static(x):  # fact: hybrid=true tensor_parameter=true
        return x * 2.0

    @tf.function
    @tf.Module.with_name_scope
    def scoped(self, x):  # fact: hybrid=true
        return x * 2.0

    @staticmethod
    def plain_static(x):  # fact: hybrid=false verdict=convert x:tensor:float32:[2]
        return x * 2.0

    @classmethod
    def plain_class(cls, x):  # fact: hybrid=false verdict=convert x:tensor:float32:[2]
        return x * 2.0


@tf.autograph.experimental.do_not_convert
def not_converted(x):  # fact: hybrid=false tensor_parameter=true
    return x * 2.0


value = tf.constant([1.0, 1.0])
methods = Methods()
for f in (bare, called, with_signature, by_partial, by_named_partial, by_named_decorator, graph, assigned_back, not_converted):
    f(value)
methods.method(value)
Methods.static(value)
methods.scoped(value)
methods.plain_static(value)
Methods.plain_class(value)
