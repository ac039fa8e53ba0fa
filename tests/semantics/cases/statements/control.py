"""Comprehensions, generators, context managers, loops, `match`, walrus, conditional expressions."""

import contextlib

import tensorflow as tf


def comprehended(rows):  # fact: tensor_parameter=true side_effects=false verdict=convert
    return tf.stack([row * 2.0 for row in rows if row is not None])


def dictionary(rows):  # fact: tensor_parameter=true side_effects=false
    doubled = {index: row * 2.0 for index, row in enumerate(rows)}
    return doubled[0] + doubled[1]


def generated(rows):  # fact: tensor_parameter=true side_effects=false
    return sum(row * 2.0 for row in rows)


def windows(rows):  # fact: called=true refusals=unsupported-definition tensor_parameter=true
    for row in rows:
        yield row * 2.0


def consumer(rows):  # fact: called=true tensor_parameter=true
    total = 0.0
    for window in windows(rows):
        total = total + window
    return total


@contextlib.contextmanager
def scope(name):  # fact: tensor_parameter=false name:primitive
    yield name


def taped(w, x):  # fact: tensor_parameter=true side_effects=false verdict=keep refusals=tensor-as-python-value
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = tf.reduce_sum(w * x)
    return tape.gradient(loss, w)


def scoped(x):  # fact: side_effects=false verdict=convert
    with tf.name_scope("scaled"):
        return x * 2.0


def chosen(x, flag):  # fact: verdict=convert traces=1
    return tf.square(y) if flag and (y := x + 1.0) is not None else x


def branched(x):  # fact: tensor_parameter=true tensor_computation=true
    if tf.reduce_sum(x) > 0.0:
        x = x * 2.0
    else:
        x = x - 1.0
    return x


def printed(x):  # fact: side_effects=true refusals=python-output
    print("called")
    return x * 2.0


def printed_by_tensorflow(x):  # fact: eager_only_calls=false
    tf.print(x)
    return x * 2.0


def numeric(x):  # fact: eager_only_calls=true verdict=keep
    return tf.constant(float(x.numpy().sum()))


value = tf.constant([1.0, 2.0])
comprehended([value, value])
dictionary([value, value])
generated([value, value])
consumer([value, value])
with scope("outer"):
    taped(value, value)
scoped(value)
chosen(value, True)
branched(value)
printed(value)
printed_by_tensorflow(value)
numeric(value)
