"""`range(n)` of a tensor: a graph counts turns, and its variable is a tensor where it was a number."""

import tensorflow as tf


# tf: same
def turns(x, n):  # expect: convert
    for _ in range(n):
        x = x * 2.0
    return x


# tf: same
def turns_between(x, n):  # expect: convert
    for step in range(1, n):
        x = x + tf.reduce_sum(x)
    return x


# tf: raises TypeError "TypeError: Expected int32 passed to parameter 'y' of op 'Mul"
def number(x, n):  # expect: HYB105, HYB109
    for step in range(n):
        x = x + step * 0.5
    return x


# tf: raises TypeError "TypeError: list indices must be integers or slices, not Symb"
def place(x, n):  # expect: HYB105
    parts = [x, x * 2.0, x * 3.0, x * 4.0]
    for step in range(n):
        x = x + parts[step]
    return x


# tf: same
def steps_back(x, n):  # expect: HYB105
    for _ in range(5, n, 1):
        x = x * 2.0
    return x


# tf: differs
def last_number(x, n):  # expect: HYB105, HYB109
    step = 0
    for step in range(n):
        x = x * 2.0
    return x, step


# tf: raises OperatorNotAllowedInGraphError "OperatorNotAllowedInGraphError: Iterating over a symbolic `t"
def of_list(x, n):  # expect: HYB105
    return sum([x * 2.0 for _ in range(n)])


# tf: raises InaccessibleTensorError "The tensor <tf.Tensor 'while/mul:0' shape=(2,) dtype=float32"
def filled(x, n):  # expect: HYB109
    found = []
    for _ in range(n):
        x = x * 2.0
        found.append(x)
    return tf.stack(found)


for count in (3, 0, -2):
    value = tf.constant([1.0, 2.0])
    turns(value, tf.constant(count))
    turns_between(value, tf.constant(count))
    number(value, tf.constant(abs(count) + 1))
    place(value, tf.constant(count))
    steps_back(value, tf.constant(count))
    last_number(value, tf.constant(count))
    of_list(value, tf.constant(abs(count) + 1))
    filled(value, tf.constant(abs(count) + 1))
