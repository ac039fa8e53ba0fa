"""Python asks for the value of a tensor, which does not exist while tracing."""

import tensorflow as tf


# tf: same
def as_int(x):  # expect: HYB106
    n = int(tf.reduce_sum(x))
    return tf.zeros([n])


# tf: same
def as_float(x):  # expect: HYB106
    return x * float(tf.reduce_max(x))


# tf: same
def as_range(x, n):  # expect: convert
    total = tf.zeros_like(x)
    for _ in range(n):
        total = total + x
    return total


# tf: differs
def as_text(x):  # expect: HYB105
    label = f"max {tf.reduce_max(x)}"
    return tf.constant(label)


# tf: raises TypeError "TypeError: list indices must be integers or slices, not Symb"
def as_index(x):  # expect: HYB105
    scales = [1.0, 2.0, 3.0]
    return x * scales[tf.argmax(x)]


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def as_list(x):  # expect: HYB105
    parts = list(x)
    return parts[0] + parts[1]


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def unpacked(x):  # expect: HYB105
    a, b = x
    return a + b


# tf: same
def unstacked(x):  # expect: convert
    a, b = tf.unstack(x)
    return a + b


# tf: same
def gathered(x):  # expect: convert
    return x * tf.gather([1.0, 2.0, 3.0], tf.argmax(x))


# tf: same
def tensor_range(x, n):  # expect: convert
    total = tf.zeros_like(x)
    for _ in tf.range(n):
        total = total + x
    return total


# tf: same
def cast(x):  # expect: convert
    return tf.cast(tf.reduce_sum(x), tf.int32)


# tf: same
def static_length(x):  # expect: convert
    return x / float(x.shape[0])


# tf: same
def length_of(x):  # expect: convert
    total = tf.zeros([])
    for i in range(len(x)):
        total = total + x[i]
    return total


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    as_int(value)
    as_float(value)
    as_range(value, tf.constant(3))
    as_text(value)
    as_index(value)
    as_list(value)
    unpacked(value)
    unstacked(value)
    gathered(value)
    tensor_range(value, tf.constant(3))
    cast(value)
    static_length(value)
    length_of(value)
