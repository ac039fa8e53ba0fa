"""Structures that `tf.map_fn` and its kin take apart: the function gets a list, a dict or a tuple of slices."""

import tensorflow as tf


# tf: same
def of_list(x, y):  # expect: convert
    def row(inputs):
        left, right = inputs
        return left * right

    return tf.map_fn(row, [x, y], fn_output_signature=x.dtype)


# tf: same
def of_dict(x, y):  # expect: convert
    return tf.map_fn(lambda row: row["x"] * row["y"], {"x": x, "y": y}, fn_output_signature=x.dtype)


# tf: same
def of_pairs(x, y):  # expect: convert
    return tf.vectorized_map(lambda row: row[0][0] * row[1], ([x], y))


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def of_tensor(x, y):  # expect: HYB105
    def row(inputs):
        left, right = inputs
        return left * right

    return tf.map_fn(row, tf.stack([x, y], 1))


x, y = tf.ones((3, 2)), tf.ones((3, 2))
RESULTS = [of_list(x, y), of_dict(x, y), of_pairs(x, y), of_tensor(x, y)]
