"""`return` in Python loops, where a tensor decides: AutoGraph wants a value on the other side, which has none yet."""

import tensorflow as tf


# tf: raises ValueError "the else branch must also have a return statement"
def first_of_range(x):  # expect: HYB109 "`return` of a Python loop depends on the value of a tensor"
    for i in range(3):
        if x[i] > 0.0:
            return x[i]
    return x[0]


# tf: raises ValueError "the else branch must also have a return statement"
def last_of_shape(x):  # expect: HYB109
    for i in range(x.shape[0] - 1, -1, -1):
        if x[i] > 0.0:
            return x[i]
    return x[0]


# tf: raises ValueError "the else branch must also have a return statement"
def first_of_list(x):  # expect: HYB109
    for part in tf.unstack(x):
        if part > 0.0:
            return part
    return x[0]


# tf: raises ValueError "the else branch must also have a return statement"
def in_while(x):  # expect: HYB109
    i = 0
    while i < 3:
        if x[i] > 0.0:
            return x[i]
        i += 1
    return x[0]


# tf: raises ValueError "the else branch must also have a return statement"
def in_inner_loop(x):  # expect: HYB109
    for _ in range(2):
        for i in range(3):
            if x[i] > 0.0:
                return x[i]
    return x[0]


# tf: same
def on_a_number(x, wanted):  # expect: convert
    for i in range(3):
        if i == wanted:
            return x[i]
    return x[0]


# tf: same
def behind_the_loop(x):  # expect: convert
    for i in range(3):
        x = x + float(i)
    if tf.reduce_sum(x) > 0.0:
        return x
    return -x


# tf: raises ValueError "the else branch must also have a return statement"
def in_a_context(x):  # expect: HYB109 "the block around it may go on"
    with tf.name_scope("part"):
        if tf.reduce_sum(x) > 0.0:
            return x
    return -x


# tf: raises ValueError "the else branch must also have a return statement"
def in_try(x):  # expect: HYB109
    try:
        if tf.reduce_sum(x) > 0.0:
            return x
    finally:
        x = x * 2.0
    return -x


# tf: raises ValueError "the else branch must also have a return statement"
def in_a_python_branch(x, flag):  # expect: HYB109
    if flag:
        if tf.reduce_sum(x) > 0.0:
            return x
    return -x


# tf: raises ValueError "must also have a return statement"
def in_a_chain(x):  # expect: HYB109
    if x[0] > 5.0:
        return x
    elif x[1] > 0.0:
        x = x * 2.0
    else:
        return -x
    return x + 1.0


# tf: same
def by_every_branch(x, flag):  # expect: convert
    if flag:
        if tf.reduce_sum(x) > 0.0:
            return x
        return x * 2.0
    return -x


# tf: raises ValueError "the else branch must also have a return statement"
def behind_a_chain(x):  # expect: HYB109
    if x[0] > 5.0:
        return x
    elif x[1] > 0.0:
        return x * 2.0
    return x + 1.0


# tf: same
def by_every_side(x):  # expect: convert
    if x[0] > 5.0:
        return x
    elif x[1] > 0.0:
        return x * 2.0
    else:
        return x + 1.0


# tf: same
def both_in_a_context(x):  # expect: convert
    with tf.name_scope("part"):
        if tf.reduce_sum(x) > 0.0:
            return x
        return -x


# tf: same
def of_a_helper(x):  # expect: convert
    total = tf.zeros([])
    for i in range(3):
        total += positive(x[i])
    return total


def positive(x):
    if x > 0.0:
        return x
    return -x


x = tf.constant([1.0, 2.0, -1.0])
for function in (first_of_range, last_of_shape, first_of_list, in_while, in_inner_loop, behind_the_loop, in_a_context, in_try, both_in_a_context, in_a_chain, behind_a_chain, by_every_side):
    function(x)
on_a_number(x, 1)
in_a_python_branch(x, True)
by_every_branch(x, True)
of_a_helper(x)
