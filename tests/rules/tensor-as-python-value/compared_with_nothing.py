"""What is compared with an empty list is asked for its length, and no tensor in it for its value."""

import tensorflow as tf


# tf: same
def collected(x):  # expect: convert
    parts = []
    for factor in (1.0, 2.0):
        parts.append(tf.exp(x) * factor)
    if parts == []:
        return x
    return tf.add_n(parts)


# tf: same
def in_order(x):  # expect: HYB105
    parts = (tf.exp(x), tf.sin(x))
    return tf.add_n(parts) if parts > () and [] != [x] else x


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def of_one_length(x):  # expect: HYB105
    if [tf.exp(x)] == [tf.sin(x)]:
        return x
    return tf.exp(x) * 2.0


for _ in range(2):
    collected(tf.constant(1.0))
    in_order(tf.constant(1.0))
    of_one_length(tf.constant(1.0))
