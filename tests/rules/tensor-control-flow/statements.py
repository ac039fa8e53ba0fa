"""Returns, branches, lists, `try` and `with` that depend on a tensor."""

import tensorflow as tf


# tf: same
def early_return(x):  # expect: convert
    if tf.reduce_sum(x) > 100.0:
        return x * 2.0
    y = x + 1.0
    return y


# tf: same
def one_branch_defined_before(x):  # expect: convert
    y = x
    if tf.reduce_sum(x) > 0.0:
        y = x * 2.0
    return y


# tf: same
def one_branch_unused(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        y = x * 2.0
        x = y + 1.0
    return x


# tf: same
def list_python_loop(x):  # expect: convert
    parts = []
    for i in range(3):
        parts.append(x * float(i))
    return tf.stack(parts)


# tf: raises InaccessibleTensorError "The tensor <tf.Tensor 'cond/mul:0' shape=(2,) dtype=float32>"
def list_in_branch(x):  # expect: HYB109
    parts = [x]
    if tf.reduce_sum(x) > 0.0:
        parts.append(x * 2.0)
    return tf.add_n(parts)


# tf: same
def tries(x):  # expect: convert
    try:
        if tf.reduce_sum(x) > 0.0:
            x = x * 2.0
    finally:
        x = x + 1.0
    return x


# tf: same
def with_in_branch(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        with tf.name_scope("a"):
            x = x * 2.0
    return x


# tf: same
def nested_function(x):  # expect: convert
    def positive(v):
        if tf.reduce_sum(v) > 0.0:
            return v
        return -v

    return positive(x)


# tf: same
def lambda_cond(x):  # expect: convert
    f = lambda v: v if tf.reduce_sum(v) > 0.0 else -v
    return f(x)


# tf: same
def dict_in_branch(x):  # expect: convert
    d = {"a": x}
    if tf.reduce_sum(x) > 0.0:
        d = {"a": x * 2.0}
    return d["a"]


# tf: same
def tuple_in_branch(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        a, b = x, x * 2.0
    else:
        a, b = -x, x
    return a + b


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    early_return(value)
    one_branch_defined_before(value)
    one_branch_unused(value)
    list_python_loop(value)
    list_in_branch(value)
    tries(value)
    with_in_branch(value)
    nested_function(value)
    lambda_cond(value)
    dict_in_branch(value)
    tuple_in_branch(value)
