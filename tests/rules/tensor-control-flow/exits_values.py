"""`break`, `continue` and `return` in loops: AutoGraph converts them in graph loops, except `return`."""

import tensorflow as tf


# tf: same
def break_before_finally(x):  # expect: convert
    for _ in tf.range(5):
        try:
            if tf.reduce_sum(x) > 10.0:
                break
        finally:
            x = x * 2.0
    return x


# tf: raises TypeError "TypeError: 'found' has dtype float32 in the main branch, but"
def break_with_another_dtype(x):  # expect: HYB109
    found = tf.constant(0)
    for _ in tf.range(5):
        if tf.reduce_sum(x) > 10.0:
            found = tf.constant(1.0)
            break
        x = x * 2.0
    return tf.cast(found, tf.float32)


# tf: raises ValueError "ValueError: 'found' has shape (1,) before the loop, but shap"
def break_with_another_shape(x):  # expect: HYB109
    found = x[:1]
    for _ in tf.range(5):
        if tf.reduce_sum(x) > 10.0:
            found = x
            break
        x = x * 2.0
    return found


# tf: same
def break_of_python_in_a_branch(x):  # expect: convert
    if tf.reduce_sum(x) > 0.0:
        for i in range(3):
            x = x * 2.0
            if i == 1:
                break
    return x


# tf: same
def continue_of_python(x):  # expect: HYB109
    for _ in range(3):
        if x[0] > 1.0:
            continue
        x = x * 2.0
    return x


# tf: raises NotImplementedError "See https://github.com/tensorflow/tensorflow/blob/master/ten"
def break_endless(x):  # expect: HYB109
    while True:
        x = x * 2.0
        if tf.reduce_sum(x) > 10.0:
            break
    return x


# tf: raises InaccessibleTensorError "The tensor <tf.Tensor 'while/Placeholder_2:0' shape=(2,) dty"
def break_after_collecting(x):  # expect: HYB109
    parts = []
    for _ in tf.range(5):
        if tf.reduce_sum(x) > 10.0:
            break
        parts.append(x)
        x = x * 2.0
    return tf.stack(parts)


for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    break_before_finally(value)
    break_with_another_dtype(value)
    break_with_another_shape(value)
    break_of_python_in_a_branch(value)
    continue_of_python(value)
    break_endless(value)
    break_after_collecting(value)
