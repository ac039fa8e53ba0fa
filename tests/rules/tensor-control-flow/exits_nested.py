"""`break`, `continue` and `return` in loops: AutoGraph converts them in graph loops, except `return`."""

import tensorflow as tf


# tf: same
def break_sets_variable(x):  # expect: convert
    found = tf.constant(-1)
    for i in tf.range(5):
        if tf.reduce_sum(x) > 20.0:
            found = i
            break
        x = x * 2.0
    return found


# tf: same
def break_sets_python(x):  # expect: convert
    found = False
    for i in tf.range(5):
        if tf.reduce_sum(x) > 20.0:
            found = True
            break
        x = x * 2.0
    return x if found else -x


# tf: same
def continue_body_local(x):  # expect: convert
    total = tf.zeros_like(x)
    for i in tf.range(5):
        y = x * 2.0
        if tf.reduce_sum(y) > 20.0:
            continue
        z = y + 1.0
        total = total + z
    return total


# tf: same
def break_and_continue(x):  # expect: convert
    total = tf.zeros([])
    for i in tf.range(8):
        if i % 2 == 0:
            continue
        if i > 5:
            break
        total = total + tf.cast(i, tf.float32) * x[0]
    return total


# tf: same
def break_local_set_before(x):  # expect: convert
    for i in tf.range(5):
        y = x * 2.0
        if tf.reduce_sum(y) > 20.0:
            break
        x = y
    return x


# tf: same
def break_local_used_after_branch(x):  # expect: convert
    total = tf.zeros_like(x)
    for i in tf.range(5):
        if tf.reduce_sum(x) > 20.0:
            z = x
            break
        z = x * 2.0
        x = z
    return x


# tf: raises NotImplementedError "NotImplementedError: a return statement cannot be placed ins"
def return_in_while(x):  # expect: HYB109
    while tf.reduce_sum(x) < 10.0:
        x = x * 2.0
        if tf.reduce_max(x) > 3.0:
            return x
    return x


# tf: same
def break_in_context(x):  # expect: convert
    for _ in tf.range(5):
        with tf.name_scope("turn"):
            if tf.reduce_sum(x) > 10.0:
                break
            x = x * 2.0
    return x


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    break_sets_variable(value)
    break_sets_python(value)
    continue_body_local(value)
    break_and_continue(value)
    break_local_set_before(value)
    break_local_used_after_branch(value)
    return_in_while(value)
    break_in_context(value)
