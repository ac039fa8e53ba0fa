"""AutoGraph runs a function as it is where a branch or loop annotates a variable that lives outside of it."""

import tensorflow as tf


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def set_in_a_branch(x):  # expect: HYB109
    y = x
    if x[0] > 1.0:
        y: tf.Tensor = x * 2.0
    return y


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def set_in_a_loop(x):  # expect: HYB109
    y = x
    for _ in tf.range(3):
        with tf.name_scope("turn"):
            y: tf.Tensor = y * 2.0
    return y


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def set_under_a_setting(x, scaled=True):  # expect: HYB109
    if scaled:
        y: tf.Tensor = x * 2.0
    else:
        y = x
    if x[0] > 1.0:
        y = y + 1.0
    return y


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def only_declared(x):  # expect: HYB109
    if x[0] > 1.0:
        y: tf.Tensor
        y = x * 2.0
    else:
        y = x
    return y


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def parameter(x):  # expect: HYB109
    if x[0] > 1.0:
        x: tf.Tensor = x * 2.0
    return tf.constant(1.0)


# tf: raises OperatorNotAllowedInGraphError "symbolic"
def in_a_nested_function(x):  # expect: HYB109
    def doubled(y):
        if y.dtype == tf.float32:
            z: tf.Tensor = y * 2.0
        else:
            z = y
        return z

    x = doubled(x)
    if x[0] > 1.0:
        x = x + 1.0
    return x


# tf: same
def set_before(x):  # expect: convert
    y: tf.Tensor = x * 2.0
    if x[0] > 1.0:
        y = y + 1.0
    return y


# tf: same
def of_one_branch(x):  # expect: convert
    if x[0] > 1.0:
        y: tf.Tensor = x * 2.0
        x = y + 1.0
    return x


# tf: same
def of_one_turn(x):  # expect: convert
    total = x
    for _ in (1, 2):
        y: tf.Tensor = x * 2.0
        total = total + y
    if x[0] > 1.0:
        total = total + 1.0
    return total


# tf: same
def behind_a_return(x):  # expect: convert
    if x[0] > 1.0:
        return x
    y: tf.Tensor = x * 2.0
    if x[1] > 1.0:
        y = y + 1.0
    return y


# tf: same
def without_tensors(x, scaled=True):  # expect: convert
    y = x
    if scaled:
        y: tf.Tensor = x * 2.0
    return y + 1.0


for first in range(3):
    value = tf.constant([float(first % 3), 2.0])
    set_in_a_branch(value)
    set_in_a_loop(value)
    set_under_a_setting(value)
    only_declared(value)
    parameter(value)
    in_a_nested_function(value)
    set_before(value)
    of_one_branch(value)
    of_one_turn(value)
    behind_a_return(value)
    without_tensors(value)
