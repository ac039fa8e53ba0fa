"""A length that only running tells is None in a graph; `tf.shape` reads it there."""

import tensorflow as tf


# tf: raises ValueError "ValueError: None values not supported."
def mean_of_positive(x):  # expect: HYB105
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.reduce_sum(kept) / kept.shape[0]


# tf: same
def mean_of_positive_in_the_graph(x):  # expect: convert
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.reduce_sum(kept) / tf.cast(tf.shape(kept)[0], tf.float32)


# tf: same
def flattened(x):  # expect: convert
    return tf.reshape(x, [x.shape[0], -1])


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def any_positive(x):  # expect: HYB106
    return bool(tf.reduce_any(x > 0.0)) and x is not None


# tf: same
def any_positive_tensor(x):  # expect: convert
    return tf.reduce_any(x > 0.0)


for step in range(2):
    value = tf.constant([[1.0, -2.0], [3.0, 4.0]]) * float(step + 1)
    mean_of_positive(value)
    mean_of_positive_in_the_graph(value)
    flattened(value)
    any_positive(value)
    any_positive_tensor(value)
