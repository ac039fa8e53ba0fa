"""`break`, `continue` and `return` in loops: AutoGraph converts them in graph loops, except `return`."""

import tensorflow as tf


# tf: same
def break_then_compute(x):  # expect: convert
    total = tf.zeros_like(x)
    for i in tf.range(6):
        if tf.reduce_sum(x) > 20.0:
            break
        y = x * 2.0
        x = y + 1.0
        total = total + x
    return total


# tf: same
def break_last(x):  # expect: convert
    while tf.reduce_sum(x) < 100.0:
        x = x * 2.0
        if x[0] > 7.0:
            break
    return x


# tf: same
def break_in_else(x):  # expect: convert
    for i in tf.range(6):
        if tf.reduce_sum(x) < 20.0:
            x = x * 2.0
        else:
            break
    return x


# tf: same
def break_nested_python(x):  # expect: convert
    for k in range(2):
        for i in tf.range(6):
            if tf.reduce_sum(x) > 20.0:
                break
            x = x * 2.0
        x = x - 1.0
    return x


# tf: raises NotImplementedError "See https://github.com/tensorflow/tensorflow/blob/master/ten"
def break_python_in_tensor(x):  # expect: HYB109
    for i in tf.range(2):
        for k in range(3):
            if tf.reduce_sum(x) > 20.0:
                break
            x = x * 2.0
    return x


# tf: same
def continue_with_else(x):  # expect: convert
    total = tf.zeros([])
    for row in x:
        if row < 1.5:
            continue
        total = total + row
    return total


# tf: same
def break_python_condition(x, n):  # expect: convert
    for _ in tf.range(5):
        if n > 3:
            break
        x = x * 2.0
    return x


# tf: same
def break_over_dataset(dataset):  # expect: convert
    total = tf.zeros([])
    for v in dataset:
        if total > 3.0:
            break
        total = total + v
    return total


numbers = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0])
for step in range(2):
    value = tf.constant([1.0, 2.0]) * float(step + 1)
    break_then_compute(value)
    break_last(value)
    break_in_else(value)
    break_nested_python(value)
    break_python_in_tensor(value)
    continue_with_else(value)
    break_python_condition(value, 2)
    break_python_condition(value, 5)
    break_over_dataset(numbers)
