"""Exceptions used as control: handlers run while tracing, and errors of operations come later or as another type."""

import contextlib

import tensorflow as tf

TABLE = {"a": 2.0}
FAILED = []


class Missing(Exception):
    pass


def looks_up(x, name):  # fact: side_effects=false verdict=convert safe=true
    try:
        factor = TABLE[name]
    except KeyError:
        factor = 1.0
    return x * factor


def looks_up_attribute(x, thing):  # fact: side_effects=false verdict=keep refusals=exception-handler
    try:
        return x * thing.scale
    except AttributeError:
        return x * 2.0


def suppressed(x):  # fact: side_effects=false verdict=keep refusals=exception-handler
    with contextlib.suppress(KeyError):
        x = x * TABLE["missing"]
    return x * 2.0


def finally_computes(x):  # fact: side_effects=false verdict=convert safe=true
    try:
        y = x * 2.0
    finally:
        z = x + 1.0
    return y + z


def finally_writes(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    try:
        return x * 2.0
    finally:
        FAILED.append(1)


def handles_operation(x):  # fact: side_effects=false verdict=keep refusals=exception-handler
    try:
        return tf.debugging.check_numerics(x, "bad")
    except tf.errors.InvalidArgumentError:
        return tf.zeros_like(x)


def handles_shape(x, y):  # fact: side_effects=false verdict=keep refusals=exception-handler
    try:
        return tf.matmul(x, y)
    except (ValueError, tf.errors.InvalidArgumentError):
        return tf.matmul(x, y, transpose_b=True)


def handles_any(x):  # fact: side_effects=false verdict=keep refusals=exception-handler
    try:
        return x / tf.reduce_sum(x)
    except Exception:
        return x


def records_failure(x):  # fact: side_effects=true verdict=keep refusals=python-side-effect
    try:
        raise Missing("always")
    except Missing as error:
        FAILED.append(str(error))
    return x * 2.0


def raises_for_shape(x):  # fact: side_effects=false verdict=convert safe=true
    if len(x.shape) != 1:
        raise ValueError("one axis is needed")
    return x * 2.0


def raises_for_value(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    if tf.reduce_sum(x) < 0.0:
        raise ValueError("negative")
    return x * 2.0


def asserts_shape(x):  # fact: side_effects=false verdict=convert safe=true
    assert x.shape[0] == 2
    return x * 2.0


def asserts_value(x):  # fact: side_effects=false verdict=keep refusals=tensor-control-flow
    assert tf.reduce_sum(x) > 0.0
    return x * 2.0


def asserts_operation(x):  # fact: side_effects=false verdict=convert safe=true
    tf.debugging.assert_positive(tf.reduce_sum(x))
    return x * 2.0


def breaks_by_exception(x):  # fact: side_effects=false verdict=convert refusals=-
    try:
        for factor in (1.0, 2.0, 3.0):
            if factor > 1.5:
                raise StopIteration
            x = x * factor
    except StopIteration:
        pass
    return x * 2.0


def find(name):  # fact: side_effects=false verdict=keep refusals=no-tensor-computation,no-tensor-parameter,python-result
    if name not in TABLE:
        raise Missing(name)
    return TABLE[name]


def catches_callee(x, name):  # fact: side_effects=false verdict=convert safe=true
    try:
        factor = find(name)
    except Missing:
        factor = 3.0
    return x * factor


def ends_iteration(x):  # fact: side_effects=false verdict=convert refusals=-
    items = iter([1.0])
    while True:
        try:
            x = x * next(items)
        except StopIteration:
            break
    return x * 2.0


def else_branch(x):  # fact: side_effects=false verdict=convert safe=true
    try:
        factor = TABLE["a"]
    except KeyError:
        return x
    else:
        return x * factor


class Scaled:
    scale = 3.0


value = tf.constant([1.0, 2.0])
looks_up(value, "a")
looks_up(value, "b")
looks_up_attribute(value, Scaled())
suppressed(value)
finally_computes(value)
finally_writes(value)
handles_operation(value)
handles_operation(tf.constant([float("nan"), 1.0]))
handles_shape(tf.ones([2, 3]), tf.ones([3, 2]))
handles_shape(tf.ones([2, 3]), tf.ones([2, 3]))
handles_any(value)
records_failure(value)
raises_for_shape(value)
raises_for_value(value)
asserts_shape(value)
asserts_value(value)
asserts_operation(value)
breaks_by_exception(value)
catches_callee(value, "a")
catches_callee(value, "b")
ends_iteration(value)
else_branch(value)
