"""Dicts of tensors that loops over tensors carry, or branches choose between: a graph does so entry by entry."""

import tensorflow as tf


def losses(x):
    return {"loss": tf.reduce_sum(x), "rows": tf.reduce_sum(x, axis=1)}


# tf: same
def last(x, turns):  # expect: convert
    found = losses(x)
    for _ in tf.range(turns):
        x = x * 0.5
        found = losses(x)
    return found


# tf: same
def chosen(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        found = {"a": x, "b": -x}
    else:
        found = {"b": x * 2.0, "a": x}
    return found["a"] - found["b"]


# tf: raises TypeError "{'b': .}"
def other_keys(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        found = {"a": x}
    else:
        found = {"b": x}
    return found


# tf: raises TypeError "TypeError: 'found' has dtype float32 before the loop, but dt"
def other_dtypes(x, turns):  # expect: HYB109
    found = {"a": x}
    for _ in tf.range(turns):
        found = {"a": tf.cast(x, tf.int32)}
    return found


# tf: same
def grown(x, turns):  # expect: HYB109
    found = {"a": x}
    for _ in tf.range(turns):
        found = {"a": x * 2.0}
        found["b"] = x
    return found


x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
for turns in (1, 3):
    last(x, tf.constant(turns)), other_dtypes(x, tf.constant(turns)), grown(x, tf.constant(turns))
for each in (x, -x):
    chosen(each), other_keys(each)
