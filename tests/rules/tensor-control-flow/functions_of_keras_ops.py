"""Functions that `keras.ops` runs: AutoGraph converts those alone that stand in the function that becomes a graph."""

import keras
import tensorflow as tf
from keras import ops


def damp(v):
    if tf.reduce_max(v) > 1.0:
        v = v * 0.1
    return v


def turn(i, v):
    return damp(v)


def scanned(carry, v):
    return damp(carry + v), carry


def added(a, b):
    return damp(a + b)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_map(x):  # expect: HYB109 "AutoGraph does not reach it"
    return ops.map(damp, x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_switch(x):  # expect: HYB109
    return ops.switch(tf.constant(1), [tf.negative, damp], x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_fori_loop(x):  # expect: HYB109
    return ops.fori_loop(0, 3, turn, x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_scan(x):  # expect: HYB109
    return ops.scan(scanned, x[0], x)[0]


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_associative_scan(x):  # expect: HYB109
    return ops.associative_scan(added, x)


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_structure(x):  # expect: HYB109
    return keras.tree.map_structure(damp, [x, x])


# tf: raises OperatorNotAllowedInGraphError "Iterating over"
def by_body_without_tuple(x):  # expect: HYB109 "gives a tensor for a tuple"
    return ops.while_loop(lambda v: tf.reduce_sum(v) > 30.0, lambda v: v * 2.0, (x,))[0]


# tf: raises OperatorNotAllowedInGraphError "Using a symbolic"
def by_unrolled_scan(x):  # expect: HYB109 "needs the number of elements"
    return ops.scan(lambda carry, v: (carry + v, carry), x[0], x, unroll=True)[0]


# tf: same
def by_lambda_in_map(x):  # expect: convert
    return ops.map(lambda v: damp(v), x)


# tf: same
def by_lambda_in_switch(x):  # expect: convert
    return ops.switch(tf.constant(1), [tf.negative, lambda v: damp(v)], x)


# tf: same
def by_lambda_in_fori_loop(x):  # expect: convert
    return ops.fori_loop(0, 3, lambda i, v: damp(v) * tf.cast(i, tf.float32), x)


# tf: same
def by_lambda_in_scan(x):  # expect: convert
    return ops.scan(lambda carry, v: (damp(carry + v), carry), x[0], x)[0]


# tf: same
def by_single_variable(x):  # expect: convert
    return ops.while_loop(lambda v: tf.reduce_sum(v) < 30.0, lambda v: damp(v) + v + 1.0, x)


# tf: same
def by_tuple(x):  # expect: convert
    return ops.while_loop(lambda v: tf.reduce_sum(v) < 30.0, lambda v: (v * 2.0,), (x,))[0]


# tf: same
def by_vectorized_map(x):  # expect: convert
    return ops.vectorized_map(lambda v: v * 2.0, x)


x = tf.constant([[0.5, 2.0], [0.1, 0.2]])
RESULTS = [by_map(x), by_switch(x), by_fori_loop(x), by_scan(x), by_associative_scan(x), by_structure(x)]
RESULTS += [by_body_without_tuple(x), by_unrolled_scan(x), by_lambda_in_map(x), by_lambda_in_switch(x)]
RESULTS += [by_lambda_in_fori_loop(x), by_lambda_in_scan(x)]
RESULTS += [by_single_variable(x), by_tuple(x), by_vectorized_map(x)]
