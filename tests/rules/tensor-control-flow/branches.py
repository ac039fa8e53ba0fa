"""AutoGraph converts a branch on a tensor if both sides set the same kinds of tensors."""

import tensorflow as tf


# tf: same
def relu(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        y = x
    else:
        y = tf.zeros_like(x)
    return y


# tf: same
def returns_on_both_sides(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        return x
    else:
        return -x


# tf: raises TypeError "TypeError: 'y' has dtype int32 in the main branch, but dtype"
def two_dtypes(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        y = tf.cast(x, tf.int32)
    else:
        y = x
    return tf.cast(y, tf.float32)


# tf: raises ValueError "ValueError: 'y' must also be initialized in the else branch"
def one_side_only(x):  # expect: HYB109
    if tf.reduce_sum(x) > 0.0:
        y = x * 2.0
    if tf.reduce_sum(x) > 0.0:
        return y
    return x


# tf: differs
def number_on_one_side(n):  # expect: convert unsafe
    if n > 0:
        n = n * n
    else:
        n = 0
    return n


# tf: same
@tf.function
def number_on_one_side_of_a_graph(n):  # expect: keep
    if n > 0:
        n = n * n
    else:
        n = 0
    return tf.identity(n)


# tf: raises TypeError "dtype"
def number_of_another_dtype(x):  # expect: HYB109
    y = tf.reduce_sum(x)
    if y > 0.0:
        y = 0
    return y


# tf: raises ValueError "ValueError: 'retval_' is None at the end of the main branch."
def returns_none_on_one_side(x):  # expect: HYB109
    if tf.reduce_sum(x) > 100.0:
        return None
    return x


# tf: raises ValueError "ValueError: too small"
def raises_by_value(x):  # expect: HYB109
    if tf.reduce_sum(x) < -100.0:
        raise ValueError("too small")
    return x * 2.0


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Using a symbolic `tf.Tensor`"
def asserts_in_python(x):  # expect: HYB109
    assert tf.reduce_sum(x) > -100.0, "too small"
    return x * 2.0


# tf: same
def asserts_in_tensorflow(x):  # expect: convert
    tf.debugging.assert_greater(tf.reduce_sum(x), -100.0)
    return x * 2.0


# tf: same
def conditional_expression(x):  # expect: convert
    return x if tf.reduce_sum(x) > 0.0 else -x


# tf: same
def where(x):  # expect: convert
    return tf.where(x > 0.0, x, tf.zeros_like(x))


# tf: same
def python_branch(x, training):  # expect: convert
    if training:
        return x * 0.5
    return x


# tf: same
def by_rank(x):  # expect: convert
    if len(x.shape) == 1:
        x = x[None]
    return x


# tf: same
def no_such_test(x, mask):  # expect: convert
    if mask is None:
        return x
    return x * mask


for step in range(2):
    value = tf.constant([1.0, -2.0]) * float(step - 1)
    relu(value)
    returns_on_both_sides(value)
    two_dtypes(value)
    one_side_only(value)
    number_on_one_side(tf.constant(step))
    number_on_one_side_of_a_graph(tf.constant(step))
    number_of_another_dtype(value)
    returns_none_on_one_side(value)
    raises_by_value(value)
    asserts_in_python(value)
    asserts_in_tensorflow(value)
    conditional_expression(value)
    where(value)
    python_branch(value, True)
    by_rank(value)
    no_such_test(value, value)
