"""Names of operations: eager execution ignores them, a graph does not."""

import tensorflow as tf


# tf: raises TypeError "TypeError: expected string or bytes-like object, got 'int'"
def number(x):  # expect: HYB124
    return tf.add(x, 1.0, name=3)


# tf: raises TypeError "TypeError: expected string or bytes-like object, got 'DType'"
def dtype_in_place_of_a_name(x):  # expect: HYB124
    return tf.square(x, tf.float32)


# tf: raises TypeError "TypeError: expected string or bytes-like object, got 'bool'"
def truth(x):  # expect: HYB124
    return tf.reduce_sum(tf.abs(x, name=True))


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def tensor(x):  # expect: HYB124
    return tf.math.sigmoid(x, x)


# tf: raises TypeError "TypeError: 'int' object is not subscriptable"
def of_a_constant(x):  # expect: HYB124
    return x + tf.constant(1.0, name=2)


# tf: raises TypeError "TypeError: expected string or bytes-like object, got 'int'"
def of_a_condition(x):  # expect: HYB124
    return tf.cond(tf.reduce_sum(x) > 0.0, lambda: x, lambda: -x, 3)


# tf: raises TypeError "TypeError: expected string or bytes-like object, got 'int'"
def of_a_map(x):  # expect: HYB124
    return tf.map_fn(lambda v: v * 2.0, x, name=3)


# tf: raises ValueError "ValueError: 'my square' is not a valid root scope name. A ro"
def with_a_space(x):  # expect: HYB124
    return tf.square(x, name="my square")


# tf: raises ValueError "ValueError: '-square' is not a valid root scope name. A root"
def with_a_dash_in_front(x):  # expect: HYB124
    return tf.square(x, name="-square")


# tf: raises ValueError "ValueError: 'my scope' is not a valid root scope name. A roo"
def of_a_scope(x):  # expect: HYB124
    with tf.name_scope("my scope"):
        return x * 2.0


def scaled(x, label):
    return tf.multiply(x, 2.0, name=label)


# tf: raises TypeError "TypeError: expected string or bytes-like object, got 'int'"
def in_a_callee(x):  # expect: HYB124
    return scaled(x, 7)


# tf: same
def text(x):  # expect: convert
    return tf.square(x, name="blocks/square_1")


# tf: same
def none(x):  # expect: convert
    return tf.square(x, None)


# tf: same
def empty(x):  # expect: convert
    return tf.square(x, name="")


# tf: same
def passed_on(x, name=None):  # expect: convert
    with tf.name_scope("block"):
        return tf.square(x, name=name)


values = tf.constant([1.0, 2.0])
number(values)
dtype_in_place_of_a_name(values)
truth(values)
tensor(values)
of_a_constant(values)
of_a_condition(values)
of_a_map(values)
with_a_space(values)
with_a_dash_in_front(values)
of_a_scope(values)
in_a_callee(values)
text(values)
none(values)
empty(values)
passed_on(values)
passed_on(values, name="again")
